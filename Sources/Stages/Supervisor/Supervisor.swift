// Supervisor

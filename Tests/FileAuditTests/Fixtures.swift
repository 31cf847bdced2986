import FileAudit

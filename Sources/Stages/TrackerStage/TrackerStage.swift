// TrackerStage

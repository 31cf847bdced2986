// DetectorStage

// ValidatorStage

// CompositorStage

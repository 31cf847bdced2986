// DecoderStage

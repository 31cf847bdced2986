// SharedFrames

// StageKit

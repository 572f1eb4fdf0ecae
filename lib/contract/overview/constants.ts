// Apart from the schemas, so that a screen that needs these loads no validation library.

export const statsSteps = ['hour', 'day'] as const
export type StatsStep = (typeof statsSteps)[number]

export const statsSteps = ['hour', 'day'] as const
export type StatsStep = (typeof statsSteps)[number]

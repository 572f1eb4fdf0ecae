import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'

/** Value of `?tab=`, and key of the tab's name in Officer.tabs. */
export type DeskTabId = 'kyc' | 'tracks' | 'videos' | 'signals' | 'comments'

export const tabOf = {
  kyc: 'kyc',
  track: 'tracks',
  video: 'videos',
  signal: 'signals',
  comment: 'comments',
} as const satisfies Record<DecidedSubjectType, DeskTabId>

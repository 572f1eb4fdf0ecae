import type { Locale } from '#lib/client/locales.ts'
import type { CurrentChallenge, LeaderboardRow } from '#lib/contract/challenges.ts'

export function HomeAside(_: { challenge: CurrentChallenge | null; rows: LeaderboardRow[]; locale: Locale }) {
  return <aside className="hidden lg:block" />
}

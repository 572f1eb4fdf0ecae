import { type ComingRow, useLeaderboard } from '#lib/client/leaderboard/leaderboard.ts'
import { TopFiveList } from './top-five-list.tsx'

type LiveTopFiveProps = { initial: ComingRow[]; words: { title: string; all: string } }

export default function LiveTopFive({ initial, words }: LiveTopFiveProps) {
  const { rows } = useLeaderboard(initial)
  return <TopFiveList rows={rows ?? initial} words={words} />
}

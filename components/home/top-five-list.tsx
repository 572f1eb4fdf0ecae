import { PageLink } from '#components/ui/page-link.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { handleBeside } from '#lib/client/accounts/handle-beside.ts'
import type { ComingRow } from '#lib/client/leaderboard/leaderboard.ts'
import { addressOf } from '#lib/client/videos/home-view.ts'

type TopFiveListProps = { rows: readonly ComingRow[]; words: { title: string; all: string } }

export function TopFiveList({ rows, words }: TopFiveListProps) {
  const formats = useFormats()
  return (
    <section
      aria-labelledby="top-five"
      className="top-five relative overflow-hidden rounded-3xl bg-night pb-6 text-on-night"
    >
      <h2 id="top-five" className="px-5 pt-4 text-lg">
        {words.title}
      </h2>
      <ol className="mt-2">
        {rows.slice(0, 5).map((row) => (
          <li key={row.video_id}>
            <PageLink
              href={`/video/${row.video_id}`}
              className="flex items-center gap-3 px-5 py-2 hover:bg-white/10"
            >
              <span className="figures w-5 font-display text-xl font-extrabold text-marigold">
                {row.rank}
              </span>
              <span className="min-w-0 flex-1 leading-tight">
                <span className="block wrap-anywhere">
                  <span className="font-semibold">{row.dancer_display_name ?? row.dancer_username}</span>{' '}
                  <span className="text-sm text-on-night-soft">
                    {handleBeside(row.dancer_display_name ?? row.dancer_username, row.dancer_username)}
                  </span>
                </span>
                <span className="line-clamp-2 text-sm text-on-night-soft wrap-anywhere">{row.title}</span>
              </span>
              <span className="figures font-display text-lg font-bold">{formats.count(row.vote_count)}</span>
            </PageLink>
          </li>
        ))}
      </ol>
      <PageLink
        href={addressOf('leaderboard')}
        className="tap mx-5 mt-1 inline-flex items-center font-semibold underline underline-offset-4"
      >
        {words.all}
      </PageLink>
      <div aria-hidden="true" className="pindo absolute inset-x-0 bottom-0" />
    </section>
  )
}

import { useTranslations } from 'next-intl'
import { VideoThumbnail } from '#components/profiles/video-thumbnail.tsx'
import { BulkBar } from '#components/review/bulk-bar.tsx'
import { QueueList } from '#components/review/queue-list.tsx'
import { ReviewCase } from '#components/review/review-case.tsx'
import { useDrafts } from '#components/review/use-drafts.ts'
import { type Queue, useQueue } from '#components/review/use-queue.ts'
import { useQueueAddress } from '#components/review/use-queue-address.ts'
import { useRejection } from '#components/review/use-rejection.ts'
import { useSelection } from '#components/review/use-selection.ts'
import { api } from '#lib/client/http/api.ts'
import { DESK_PAGE_SIZE } from '#lib/client/review/desk-lists.ts'
import type { Video } from '#lib/contract/videos/calls.ts'
import { VideoExhibit } from './video-exhibit.tsx'
import { VideoFacts } from './video-facts.tsx'

// The first order is the default.
const sorts = ['-upload_date', 'upload_date'] as const

export default function VideosTab() {
  const t = useTranslations('Officer')
  const address = useQueueAddress('video', sorts)
  const { page, search, sort } = address
  const review = useTranslations('Review.video')
  const { item, ...queue } = useQueue<Video>('video', address, (signal) =>
    api('GET /videos/', {
      query: {
        page,
        page_size: DESK_PAGE_SIZE,
        search: search || undefined,
        status: 'pending_review',
        ordering: sort,
      },
      signal,
    }),
  )
  const selection = useSelection(queue.rows)
  // Reasons for several videos at once: only those that an officer sees without watching.
  const together = (['private', 'rules'] as const).map((template) => review(`templates.${template}`))
  const rejection = useRejection(together, review('reasonMissing'))
  return (
    <>
      <QueueList
        tab="videos"
        queue={queue}
        address={address}
        sorts={sorts}
        subject="video"
        selection={selection}
        bulk={
          <BulkBar
            kind="video"
            selection={selection}
            titleOf={({ title }) => title}
            actions={['reject']}
            explained={rejection}
          />
        }
        titleOf={({ title }) => title}
        detailOf={({ dancer }) => dancer.display_name}
        picture={(row) => <VideoThumbnail id={row.id} picture={row.thumbnail_url} seconds={null} />}
        sinceOf={({ upload_date }) => upload_date}
        waitingWidth="w-56"
        columns={[
          {
            id: 'song',
            head: t('columns.song'),
            notOnPhone: true,
            width: 'w-64',
            cell: (row) => (
              <>
                <span className="block truncate">{row.track.title}</span>
                <span className="block truncate text-sm text-soft">
                  {row.kind === 'official' ? t('official') : row.track.artist}
                </span>
              </>
            ),
          },
        ]}
      />
      {item ? <VideoCase queue={queue} item={item} /> : null}
    </>
  )
}

const templates = ['song', 'private', 'person', 'quality', 'rules'] as const

function VideoCase({ queue, item }: { queue: Queue<Video>; item: Video }) {
  const t = useTranslations('Review')
  const drafts = useDrafts(item.id)
  return (
    <ReviewCase
      kind="video"
      queue={queue}
      item={item}
      title={item.title}
      detail={t('video.detail', { dancer: item.dancer.display_name, song: item.track.title })}
      owner={{ id: item.dancer.id, name: item.dancer.display_name }}
      drafts={drafts}
      templates={templates.map((template) => t(`video.templates.${template}`))}
      reasonMissing={t('video.reasonMissing')}
      approve={() => api('POST /videos/{id}/approve/', { path: { id: item.id }, body: { undoable: true } })}
      reject={() =>
        api('POST /videos/{id}/reject/', {
          path: { id: item.id },
          body: { reason: drafts.draft.reason.trim(), undoable: true },
        })
      }
      exhibit={<VideoExhibit key={item.id} video={item} />}
    >
      <VideoFacts video={item} />
    </ReviewCase>
  )
}

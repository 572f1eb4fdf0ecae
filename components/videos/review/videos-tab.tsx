import { useTranslations } from 'next-intl'
import { AgeBadge } from '#components/desk/age-badge.tsx'
import { StaffList } from '#components/desk/staff-list.tsx'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { useNow } from '#components/desk/use-now.ts'
import { VideoThumbnail } from '#components/profiles/video-thumbnail.tsx'
import { ClaimMark } from '#components/review/claim-mark.tsx'
import { OpenButton } from '#components/review/open-button.tsx'
import { OrderButton } from '#components/review/order-button.tsx'
import { ReviewCase } from '#components/review/review-case.tsx'
import { useDrafts } from '#components/review/use-drafts.ts'
import { useListKeys } from '#components/review/use-list-keys.ts'
import { type Queue, useQueue } from '#components/review/use-queue.ts'
import { useQueueAddress } from '#components/review/use-queue-address.ts'
import { ViewSwitch } from '#components/review/view-switch.tsx'
import { api } from '#lib/client/http/api.ts'
import { DESK_PAGE_SIZE } from '#lib/client/review/desk-lists.ts'
import type { Video } from '#lib/contract/videos/calls.ts'
import { VideoExhibit } from './video-exhibit.tsx'
import { VideoFacts } from './video-facts.tsx'

// The newest first; the other way round is one press away.
const sorts = ['-upload_date', 'upload_date'] as const
type Sort = (typeof sorts)[number]

/** The videos that wait to be watched. */
export default function VideosTab() {
  const t = useTranslations('Officer')
  const address = useQueueAddress('video', sorts)
  const { page, search, sort } = address
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
  useListKeys(queue)
  const now = useNow()

  const columns: StaffColumn<Video, Sort>[] = [
    {
      id: 'video',
      head: t('columns.video'),
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-3">
          <span className="hidden sm:block">
            <VideoThumbnail id={row.id} picture={row.thumbnail_url} seconds={null} />
          </span>
          <span className="block min-w-0">
            <span className="block truncate font-semibold">{row.title}</span>
            <span className="block truncate text-sm text-soft">{row.dancer.display_name}</span>
            <span className="flex flex-wrap gap-x-3 md:hidden">
              <AgeBadge since={row.upload_date} now={now} />
              <ClaimMark item={row} me={queue.me} />
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'song',
      head: t('columns.song'),
      deskOnly: true,
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
    {
      id: 'waiting',
      head: t('columns.waiting'),
      deskOnly: true,
      width: 'w-56',
      // The column shows ages: those who have waited the longest were submitted first.
      sort: { up: '-upload_date', down: 'upload_date' },
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-x-3">
          <AgeBadge since={row.upload_date} now={now} />
          <ClaimMark item={row} me={queue.me} />
        </span>
      ),
    },
    {
      id: 'review',
      head: t('columns.review'),
      align: 'end',
      width: 'w-28',
      cell: (row) => <OpenButton what={row.title} onOpen={() => queue.open(row.id)} />,
    },
  ]
  return (
    <>
      <StaffList
        caption={t('videos.caption')}
        columns={columns}
        rowKey={({ id }) => id}
        list={queue.list}
        address={address}
        pageSize={DESK_PAGE_SIZE}
        empty={t('videos.empty')}
        failed={t('videos.failed')}
        searchLabel={t('videos.search')}
        head={<ViewSwitch tab="videos" />}
      >
        <OrderButton address={address} sorts={sorts} />
      </StaffList>
      {item ? <VideoCase queue={queue} item={item} /> : null}
    </>
  )
}

const templates = ['song', 'private', 'person', 'quality', 'rules'] as const

/** One video: the dance, who dances, and to what. */
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
      approve={() => api('POST /videos/{id}/approve/', { path: { id: item.id } })}
      reject={() =>
        api('POST /videos/{id}/reject/', {
          path: { id: item.id },
          body: { reason: drafts.draft.reason.trim() },
        })
      }
      exhibit={<VideoExhibit key={item.id} video={item} />}
    >
      <VideoFacts video={item} />
    </ReviewCase>
  )
}

import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { DecidedList } from '#components/review/decided/decided-list.tsx'
import { Button } from '#components/ui/button.tsx'
import { api } from '#lib/client/http/api.ts'
import { decidedQuery } from '#lib/client/review/desk-lists.ts'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'
import type { Video } from '#lib/contract/videos/calls.ts'
import { VideoExhibit } from './video-exhibit.tsx'
import { VideoFacts } from './video-facts.tsx'
import { mayWithdraw, WithdrawDialog } from './withdraw-dialog.tsx'

export default function DecidedVideos() {
  const t = useTranslations('Officer.videos')
  const review = useTranslations('Review.video')
  const isSuperAdmin = useSyncExternalStore(
    subscribeSession,
    () => readUser()?.backendRole === 'super_admin',
    () => false,
  )
  const [asked, setAsked] = useState<Video | null>(null)
  return (
    <>
      <DecidedList<Video>
        kind="video"
        fetchPage={(place, signal) =>
          api('GET /videos/', { query: { ...decidedQuery(place), status: place.status }, signal })
        }
        searchLabel={t('searchDecided')}
        titleOf={({ title }) => title}
        detailOf={({ dancer, track }) => review('detail', { dancer: dancer.display_name, song: track.title })}
        decisionOf={(row) => ({
          status: row.status === 'rejected' ? 'rejected' : 'approved',
          by: row.reviewed_by,
          at: row.reviewed_at,
          reason: row.rejection_reason,
        })}
        isAsking={asked !== null}
        footer={(row) =>
          isSuperAdmin && mayWithdraw(row) ? (
            <Button tone="danger" onClick={() => setAsked(row)}>
              {review('withdrawal.withdraw')}
            </Button>
          ) : null
        }
        exhibit={(row) => <VideoExhibit key={row.id} video={row} />}
      >
        {(row) => <VideoFacts video={row} />}
      </DecidedList>
      {asked ? <WithdrawDialog key={asked.id} video={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

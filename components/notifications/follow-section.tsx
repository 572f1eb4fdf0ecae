import { PageMessages } from '#components/shell/page-messages.tsx'
import { FollowResult } from './follow-result.tsx'

/** Offers the next result below the past ones. */
export function FollowSection({ challengeId }: { challengeId: string }) {
  return (
    <PageMessages namespaces={['FollowResult']}>
      <div className="mx-auto -mt-12 max-w-5xl px-3 pb-20 sm:px-6">
        <div className="max-w-xl">
          <FollowResult challengeId={challengeId} />
        </div>
      </div>
    </PageMessages>
  )
}

import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from './source-tree.ts'

/**
 * Files that a value passes through, in its order (docs/decisions/0039). Counted is each file that passes on the value, decides about it
 * or stores it, if everything goes well. Not counted are declarations (types, schemas, constants, tables), helpers that do not know the
 * value (`lib/core`, `components/ui`, calls, rooms of sockets, metrics), and checks of a phone, sender or time alone.
 */
const ways = {
  /** Id, votes and amount of a gift that its payer pays by prompt; then the video's votes and place. */
  gift: {
    most: 45,
    files: [
      'components/videos/feed/card-actions.tsx',
      'lib/client/gifts/gift-requests.ts',
      'components/gifts/gift-shell.tsx',
      'components/gifts/gift-dialog.tsx',
      'components/gifts/use-gift-flow.ts',
      'components/gifts/order-steps.tsx',
      'lib/client/gifts/open-gift.ts',
      // The order
      'lib/web/front/front-door.ts',
      'lib/web/gifts/gift-calls.ts',
      'lib/domain/gifts/commands.ts',
      'lib/domain/gifts/make-gifts.ts',
      'lib/domain/gifts/facts.ts',
      'lib/domain/gifts/policy.ts',
      'lib/domain/payments/admit-prompt.ts',
      'lib/domain/payments/order-prompt.ts',
      // The prompt and its acknowledgement
      'workers/send-prompts.ts',
      'lib/domain/payments/submit.ts',
      'lib/domain/mpesa/client.ts',
      'lib/domain/mpesa/callback-path.ts',
      // The callback
      'lib/web/payments/receive-callback.ts',
      'lib/domain/payments/inbox.ts',
      // Settlement
      'lib/domain/payments/settle.ts',
      'lib/domain/payments/lock-batch.ts',
      'lib/domain/payments/read-callback.ts',
      'lib/domain/payments/settlement-rows.ts',
      'lib/domain/payments/policy.ts',
      'lib/domain/payments/settlement-book.ts',
      'lib/domain/gifts/settlement.ts',
      'lib/domain/ledger/commands.ts',
      'prisma/sql/functions/post_journals.sql',
      'prisma/sql/functions/count_votes.sql',
      // Sockets
      'server/realtime/server.ts',
      'server/realtime/gifts.ts',
      'server/realtime/votes.ts',
      'lib/domain/gifts/queries.ts',
      'lib/domain/leaderboard/queries.ts',
      'lib/domain/videos/standings.ts',
      // The payer's screen and the leaderboard
      'lib/client/live/live-socket.ts',
      'lib/client/gifts/gift-progress.ts',
      'components/gifts/pay-step.tsx',
      'components/gifts/pay-views.tsx',
      'lib/client/videos/follow-votes.ts',
      'lib/client/videos/vote-counts.ts',
      'lib/client/leaderboard/leaderboard.ts',
      'components/leaderboard/leaderboard-panel.tsx',
    ],
  },
  /** Id, amount and state of a withdrawal that is paid. */
  payout: {
    most: 32,
    files: [
      'components/wallets/wallet-card.tsx',
      'components/wallets/money-dialog.tsx',
      'app/api/wallet/api/withdraw/initiate/route.ts',
      'lib/domain/payouts/request.ts',
      'lib/domain/payouts/policy.ts',
      'lib/domain/payouts/rows.ts',
      'prisma/sql/functions/hold_payout.sql',
      'lib/domain/payouts/mail-withdrawal.ts',
      'lib/domain/payouts/cancel.ts',
      // The call
      'lib/domain/payouts/approve.ts',
      'lib/domain/payouts/submit.ts',
      'lib/domain/outgoing/send-due.ts',
      'lib/domain/mpesa/payout-calls.ts',
      'lib/domain/mpesa/client.ts',
      'lib/domain/mpesa/callback-path.ts',
      'lib/domain/mpesa/store-answer.ts',
      // The Result
      'lib/web/front/front-door.ts',
      'lib/web/payments/receive-callback.ts',
      'lib/domain/payments/inbox.ts',
      'lib/domain/payouts/settle.ts',
      'lib/domain/outgoing/evidence.ts',
      'lib/domain/ledger/commands.ts',
      'prisma/sql/functions/post_journals.sql',
      // The owner's screen
      'lib/domain/notifications/commands.ts',
      'server/realtime/wallets.ts',
      'lib/domain/wallets/book.ts',
      'lib/client/live/live-socket.ts',
      'lib/client/wallets/wallet-sockets.ts',
      'components/wallets/use-my-wallet.ts',
      'lib/domain/payouts/queries.ts',
      'app/api/wallet/api/withdrawals/route.ts',
      'components/payouts/withdrawals.tsx',
    ],
  },
  /** A new `max_votes_per_phone_per_video_per_day`, confirmed by a second person, until a gift is judged by it. */
  setting: {
    most: 10,
    files: [
      'components/settings/settings-tab.tsx',
      'components/settings/change-dialog.tsx',
      'app/api/admin/system-settings/route.ts',
      'app/api/admin/system-settings/proposals/[id]/approve/route.ts',
      'lib/domain/settings/commands.ts',
      'lib/domain/settings/policy.ts',
      'lib/domain/settings/queries.ts',
      'lib/domain/gifts/make-gifts.ts',
      'lib/domain/gifts/facts.ts',
      'lib/domain/gifts/policy.ts',
    ],
  },
} as const

const root = path.resolve(import.meta.dirname, '../..')
const sources = new Map(sourceFiles().map((file) => [file.name, file]))
const importsOf = (name: string) => sources.get(name)?.imports ?? []

describe.each(Object.entries(ways))('a %s', (_, { most, files }) => {
  const names: readonly string[] = files

  test(`passes through at most ${most} files`, () => {
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeLessThanOrEqual(most)
  })

  test('passes through files of the tree, each next to another by its imports', () => {
    expect(names.filter((name) => !existsSync(path.join(root, name)))).toEqual([])
    const isAlone = (name: string) =>
      !importsOf(name).some((one) => names.includes(one)) &&
      !names.some((one) => importsOf(one).includes(name))
    expect(names.filter((name) => !name.endsWith('.sql') && isAlone(name))).toEqual([])
  })
})

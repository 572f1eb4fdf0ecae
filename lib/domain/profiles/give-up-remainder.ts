import { WITHDRAWAL_MIN } from '#lib/contract/payouts/constants.ts'
import { violatedConstraint } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { type Cents, kesText, parseShillings, shillings } from '#lib/core/money.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { say } from '#lib/core/sentence.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { systemWalletsChanged } from '#lib/domain/ledger/events.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'

/**
 * The amount in shillings that the owner has seen and gives up; undefined for none. After a restore `all`:
 * the owner had given the money up, or withdrawn it, when the account was closed.
 */
export type GivenUp = number | 'all' | undefined

/**
 * Reads the remainder, which must be too small to withdraw and equal to the shown amount
 * (docs/decisions/0019).
 * @returns in cents; 0 for an empty wallet
 * @throws RuleError wallet_not_empty, wallet_remainder, wallet_changed (409)
 */
export async function remainderOf(tx: Tx, ownerId: string, shown: GivenUp): Promise<Cents> {
  const wallets = await readWallets(tx, ownerId)
  const left = sumOf(wallets)
  if (left >= shillings(WITHDRAWAL_MIN) || wallets.some(({ held }) => held !== 0n))
    throw new RuleError('wallet_not_empty', 409)
  if (shown === 'all') return left
  if (left > 0n && shown === undefined)
    throw new RuleError(say('wallet_remainder', { amount: kesText(left) }), 409)
  if (left !== (shown === undefined ? 0n : parseShillings(shown))) throw walletChanged()
  return left
}

/**
 * Moves the remainder to platform revenue. Locks balances, so it comes after all other rows.
 * @throws RuleError wallet_changed (409) if the balance changed since it was read
 */
export async function giveUpRemainder(
  tx: Tx,
  { ownerId, amount, at }: { ownerId: string; amount: Cents; at: Date },
): Promise<void> {
  if (amount === 0n) return
  const wallets = await readWallets(tx, ownerId)
  if (sumOf(wallets) !== amount) throw walletChanged()
  const accounts = await systemAccounts()
  const journal = {
    key: `given_up:${ownerId}`,
    type: 'given_up',
    sourceType: 'user',
    sourceId: ownerId,
    actor: ownerId,
    occurredAt: at,
    entries: [
      ...wallets.map(({ id, posted }) => ({ accountId: id, amount: -posted })),
      { accountId: systemAccount(accounts, 'platform_revenue'), amount },
    ],
  }
  try {
    await postJournals(tx.client, [journal])
  } catch (error) {
    throw violatedConstraint(error) === 'account_covers_holds' ? walletChanged() : error
  }
  // The wallet is locked from here on, so this sees every earlier change.
  if ((await readWallets(tx, ownerId)).length > 0) throw walletChanged()
  await emit(tx, systemWalletsChanged, {})
}

const walletChanged = () => new RuleError('wallet_changed', 409)

type WalletRow = { readonly id: bigint; readonly posted: Cents; readonly held: Cents }

/** Reads only nonempty wallets. */
function readWallets({ kysely }: Tx, ownerId: string): Promise<WalletRow[]> {
  return kysely
    .selectFrom('account')
    .select(['id', 'posted', 'held'])
    .where('ownerId', '=', ownerId)
    .where((of) => of.or([of('posted', '<>', 0n), of('held', '<>', 0n)]))
    .execute()
}

function sumOf(wallets: readonly WalletRow[]): Cents {
  return wallets.reduce((sum, { posted }) => sum + posted, 0n)
}

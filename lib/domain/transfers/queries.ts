import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type {
  fundTransfers,
  GivenFundTransfer,
  GivenFundTransferPage,
  GivenSystemWalletList,
  GivenWalletItem,
} from '#lib/contract/transfers/calls.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { countRows, kysely } from '#lib/core/kysely.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { say } from '#lib/core/sentence.ts'
import { type ProposersStanding, standingOf } from '#lib/domain/approvals/two-people.ts'
import { readPosition } from '#lib/domain/cash/position.ts'
import { systemAccounts } from '#lib/domain/ledger/queries.ts'
import { type SystemAccountKind, systemAccountKindOf, systemAccountKinds } from '#lib/domain/ledger/schema.ts'
import { byNormalSide, readSystemBalances } from '#lib/domain/ledger/system-wallets.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { isTransferable, movableOf } from './policy.ts'

const DAY_SECONDS = 24 * 3_600

/** A system wallet's id is its account's id. */
async function walletIds(): Promise<Map<SystemAccountKind, number>> {
  const accounts = await systemAccounts()
  return new Map(systemAccountKinds.map((kind) => [kind, Number(accounts.get(kind) ?? 0)]))
}

export async function kindOfWallet(id: number): Promise<SystemAccountKind | undefined> {
  return [...(await walletIds())].find(([, one]) => one === id)?.[0]
}

/** Cents of transfers in minus transfers out. */
export async function broughtInto(on: Queryable, kind: SystemAccountKind): Promise<Cents> {
  const { cents } = await kysely(on)
    .selectFrom('fundTransfer')
    .select((eb) => {
      const brought = eb
        .case()
        .when('destination', '=', kind)
        .then(eb.ref('amount'))
        .else(eb.neg(eb.ref('amount')))
        .end()
      return eb.cast<bigint>(eb.fn.coalesce(eb.fn.sum(brought), eb.lit(0)), 'bigint').as('cents')
    })
    .where('state', '=', 'completed')
    .where((eb) => eb.or([eb('source', '=', kind), eb('destination', '=', kind)]))
    .executeTakeFirstOrThrow()
  return cents
}

/** Cents that a person moved alone within 24 hours. */
export async function movedAlone(on: Queryable, personId: string): Promise<Cents> {
  const { cents } = await kysely(on)
    .selectFrom('fundTransfer')
    .select((eb) => eb.cast<bigint>(eb.fn.coalesce(eb.fn.sum('amount'), eb.lit(0)), 'bigint').as('cents'))
    .where('requestedBy', '=', personId)
    .where((eb) => eb.not(eb.ref('needsSecond')))
    .where('state', '=', 'completed')
    .where('requestedAt', '>', addSeconds(now(), -DAY_SECONDS))
    .executeTakeFirstOrThrow()
  return cents
}

/** Lists system wallets with their last changes (docs/api.md, Admin). */
export async function listWallets(viewerId: string): Promise<GivenSystemWalletList> {
  const [ids, balances, activity, brought, { free, books }, settings, moved] = await Promise.all([
    walletIds(),
    readSystemBalances(),
    readActivity(),
    broughtInto(db(), 'royalty_pool'),
    readPosition(db()),
    readSettings(),
    movedAlone(db(), viewerId),
  ])
  const results = systemAccountKinds.map((kind): GivenWalletItem => {
    const held = balances.get(kind) ?? 0n
    const last = activity.find((one) => one.kind === kind)
    return {
      id: ids.get(kind) ?? 0,
      wallet_type: kind,
      wallet_type_display: say(`wallet.${kind}`),
      amount: toShillings(byNormalSide(kind, held)),
      transaction_count: last?.count ?? 0,
      last_transaction:
        last?.type && last.amount !== null
          ? { type: last.type, amount: toShillings(byNormalSide(kind, last.amount)) }
          : null,
      updated_at: last?.at?.toISOString() ?? null,
      transferable: isTransferable(kind)
        ? toShillings(movableOf(kind, held, { brought, free, bank: books.bank }))
        : null,
    }
  })
  return {
    count: results.length,
    results,
    second_approval_above: settings.transfer_second_approval_above,
    moved_alone: toShillings(moved),
  }
}

/** Withdrawals are held in users' wallets, so for `withdrawals_held` the newest request counts. */
async function readActivity() {
  const [moves, held, request] = await Promise.all([readLastJournals(), countHeldPayouts(), newestPayout()])
  return request
    ? [
        ...moves,
        {
          kind: 'withdrawals_held',
          count: held,
          type: 'withdrawal',
          amount: request.amount,
          at: request.createdAt,
        },
      ]
    : moves
}

/**
 * Reads the entry count (snapshot plus later entries) and the newest journal's amount of each system account
 * but `withdrawals_held`.
 */
function readLastJournals() {
  return kysely(db())
    .with('own', (qb) => qb.selectFrom('account').select(['id', 'kind']).where('ownerId', 'is', null))
    .with('sums', (qb) =>
      qb
        .selectFrom('own as o')
        .leftJoin('walletSnapshot as w', 'w.accountId', 'o.id')
        .innerJoinLateral(
          (eb) =>
            eb
              .selectFrom('entry as e')
              .select((e) => e.fn.countAll<bigint>().as('entries'))
              .whereRef('e.accountId', '=', 'o.id')
              .where((e) => e('e.journalId', '>', e.fn.coalesce('w.throughJournal', sql<bigint>`0`)))
              .as('newer'),
          (join) => join.onTrue(),
        )
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('entry as e')
              .select('e.journalId')
              .whereRef('e.accountId', '=', 'o.id')
              .orderBy('e.journalId', 'desc')
              .limit(1)
              .as('last'),
          (join) => join.onTrue(),
        )
        .select((eb) => [
          'o.kind',
          sql<number>`sum(coalesce(${eb.ref('w.entries')}, 0) + ${eb.ref('newer.entries')})::int4`.as(
            'count',
          ),
          eb.fn.max('last.journalId').as('newest'),
        ])
        .groupBy('o.kind'),
    )
    .selectFrom('sums as s')
    .leftJoin('journal as j', 'j.id', 's.newest')
    .select(['s.kind', 's.count', 'j.type', 'j.occurredAt as at'])
    .select((eb) =>
      eb
        .selectFrom('entry as e')
        .innerJoin('own as o', 'o.id', 'e.accountId')
        .select((e) => e.cast<bigint>(e.fn.sum('e.amount'), 'bigint').as('amount'))
        .whereRef('e.journalId', '=', 's.newest')
        .whereRef('o.kind', '=', 's.kind')
        .as('amount'),
    )
    .where('s.kind', '<>', 'withdrawals_held')
    .execute()
}

function countHeldPayouts(): Promise<number> {
  const payouts = kysely(db()).selectFrom('payout')
  return countRows(payouts.where((eb) => eb.ref('isHeld')))
}

function newestPayout() {
  return kysely(db())
    .selectFrom('payout')
    .select(['amount', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type NamedRow = Selectable<DB['fundTransfer']> & { requester: string; decider: string | null }

function namedTransfers() {
  return kysely(db())
    .selectFrom('fundTransfer as t')
    .innerJoin('appUser as r', 'r.id', 't.requestedBy')
    .leftJoin('appUser as d', 'd.id', 't.decidedBy')
    .selectAll('t')
    .select(['r.username as requester', 'd.username as decider'])
}

/** @throws NotFoundError */
export async function readTransfer(id: string, viewerId: string): Promise<GivenFundTransfer> {
  const row = await namedTransfers().where('t.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFoundError()
  const [shown] = await presentAll([row], viewerId)
  if (!shown) throw new NotFoundError()
  return shown
}

/** Newest first. @throws NotFoundError `page_unknown` past the end */
export async function listTransfers(
  { status, page, page_size }: z.output<typeof fundTransfers.query>,
  viewerId: string,
): Promise<GivenFundTransferPage> {
  const all = kysely(db()).selectFrom('fundTransfer')
  const count = await countRows(status ? all.where('state', '=', status) : all)
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const found = await namedTransfers()
    .$if(status !== undefined, (all) => all.where('t.state', '=', status ?? 'waiting'))
    .orderBy('t.requestedAt', 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return makePage(
    '/admin/fund-transfers/',
    { status, page_size },
    { count, page, page_size },
    await presentAll(found, viewerId),
  )
}

async function presentAll(found: readonly NamedRow[], viewerId: string): Promise<GivenFundTransfer[]> {
  const requesters = found.filter(({ state }) => state === 'waiting').map((row) => row.requestedBy)
  const seen = {
    viewerId,
    ids: await walletIds(),
    balances: await readSystemBalances(),
    ...(await standingOf(db(), viewerId, requesters)),
  }
  return found.map((row) => present(row, seen))
}

type Seen = ProposersStanding & {
  readonly viewerId: string
  readonly ids: ReadonlyMap<SystemAccountKind, number>
  readonly balances: ReadonlyMap<SystemAccountKind, Cents>
}

function present(row: NamedRow, { viewerId, ids, balances, confirmable, gone }: Seen): GivenFundTransfer {
  const wallet = (stored: string, after: bigint | null) => {
    const kind = systemAccountKindOf(stored)
    return {
      id: ids.get(kind) ?? 0,
      wallet_type: kind,
      wallet_type_display: say(`wallet.${kind}`),
      amount: toShillings(byNormalSide(kind, after ?? balances.get(kind) ?? 0n)),
    }
  }
  return {
    id: row.id,
    transaction_reference: row.reference,
    status: row.state,
    amount: toShillings(row.amount),
    description: row.description,
    source: wallet(row.source, row.sourceAfter),
    destination: wallet(row.destination, row.destinationAfter),
    requested_by: row.requester,
    requested_at: row.requestedAt.toISOString(),
    decided_by: row.decider,
    decided_at: row.decidedAt?.toISOString() ?? null,
    is_own: row.requestedBy === viewerId,
    can_approve: row.state === 'waiting' && confirmable.has(row.requestedBy),
    is_requester_gone: gone.has(row.requestedBy),
  }
}

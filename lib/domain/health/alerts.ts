import { type AlertKindName, alertKinds, type GivenSystemAlerts } from '#lib/contract/health/alerts.ts'
import type { CheckName, GivenHealthMetrics } from '#lib/contract/health/calls.ts'
import { lockName } from '#lib/core/advisory-lock.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { anyOf, countRows, kysely } from '#lib/core/kysely.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { codedText, type Sentence, say, sayAll, storedSentence } from '#lib/core/sentence.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { mailSuperAdmins } from '#lib/domain/mail/commands.ts'
import { NEVER_PROVEN } from './policy.ts'
import { readHealth, readNewest } from './queries.ts'

/** Current problems by kind, in the checks' words. */
export type Troubles = ReadonlyMap<AlertKindName, Sentence | string>

/** How long the oldest job of a queue may wait. */
const QUEUE_OVERDUE_SECONDS = 300

const checksOfKind: Readonly<Partial<Record<AlertKindName, readonly CheckName[]>>> = {
  books: ['ledger_laws', 'audit_chain'],
  payouts: ['payouts'],
  mpesa: ['mpesa_token', 'mpesa_circuit'],
  no_statement: ['statement'],
  paybill: ['paybill'],
  callbacks: ['callbacks'],
  callback_sources: ['callback_sources'],
  object_store: ['object_store'],
  mail: ['mail'],
  realtime: ['realtime'],
  clocks: ['clocks'],
  backup: ['backup'],
  queue: ['outbox'],
}

/** Kinds whose warnings are no problem yet. */
const onlyWhenFailed: readonly AlertKindName[] = ['books', 'mpesa', 'no_statement', 'callbacks', 'mail']

/**
 * Returns the current problems by kind. A check result that is too old is no problem, except for backups.
 * Pure.
 */
export function troublesOf(
  { checks, queues }: Pick<GivenHealthMetrics, 'checks' | 'queues'>,
  differences: number,
): Troubles {
  const found = new Map<AlertKindName, Sentence | string>()
  for (const kind of alertKinds) {
    const bad = checks.filter(
      ({ name, status }) =>
        checksOfKind[kind]?.includes(name) &&
        (status === 'failed' || (status === 'warning' && !onlyWhenFailed.includes(kind))),
    )
    if (bad.length > 0) found.set(kind, sayAll(bad.map(({ detail }) => detail)))
  }
  const slow = queues.flatMap(({ name, waiting: count, oldest_age_s }) =>
    name === 'dead-letter' || (oldest_age_s ?? 0) <= QUEUE_OVERDUE_SECONDS
      ? []
      : say('queue.waiting', { what: say(`queue.${name}`), count }),
  )
  if (slow.length > 0 && !found.has('queue')) found.set('queue', sayAll(slow))
  // Dead letters are a kind of their own: they may stay for days, and an open alert delays mails of its kind.
  const givenUp = queues.find(({ name }) => name === 'dead-letter')?.waiting ?? 0
  if (givenUp > 0) found.set('given_up', say('queue.given_up', { count: givenUp }))
  if (differences > 0) found.set('statement', String(differences))
  return found
}

/** Mails super admins about problems that last. */
export async function watchAlerts(): Promise<void> {
  const [health, differences, newest] = await Promise.all([
    readHealth(),
    countRows(
      kysely(db())
        .selectFrom('balanceDifference')
        .where('alertedAt', 'is not', null)
        .where('closedAt', 'is', null),
    ),
    readNewest(),
  ])
  // If no queue was read, Redis did not answer, so the state of the queues is unknown.
  const unknown: AlertKindName[] = health.queues.length === 0 ? ['queue', 'given_up'] : []
  await noteTroubles(troublesOf(health, differences), now(), { unknown, newest })
}

/** How long a problem must last before a mail: most shorter ones resolve themselves. */
const LASTS_SECONDS = 90
/** A new product has no backup before its first night. */
const FIRST_BACKUP_SECONDS = 36 * 3_600
/** At most one mail of each kind within this time. */
const BETWEEN_MAILS_SECONDS = 3_600
/** While an alert is open, later events are mailed this long after its last mail. */
const REPEAT_AFTER_SECONDS = 6 * 3_600

/** Withdrawals and differences have their own mails, so these alerts are off by default. */
const mailedElsewhere: readonly AlertKindName[] = ['payouts', 'statement']

type Looked = {
  /** Kinds that could not be checked: their open alerts stay. */
  readonly unknown?: readonly AlertKindName[]
  /** Time of the newest event, for kinds that report single events instead of a lasting state. */
  readonly newest?: ReadonlyMap<AlertKindName, Date>
}

/**
 * Opens an alert of each new problem, updates open ones, and closes resolved ones. Ignores alerts of kinds
 * that only a newer release knows. Super admins get mails about alerts of chosen kinds that last: one mail
 * for all new alerts, each kind at most once an hour, and once when resolved. Concurrent workers wait for
 * each other.
 */
export function noteTroubles(
  troubles: Troubles,
  at: Date,
  { unknown = [], newest = new Map() }: Looked = {},
): Promise<void> {
  return transaction(async (tx) => {
    await lockName(tx.client, 'system-alerts')
    const open = await tx.kysely.selectFrom('systemAlert').selectAll().where('closedAt', 'is', null).execute()
    const fresh = [...troubles].filter(([kind]) => !open.some((one) => one.kind === kind))
    for (const [kind, detail] of fresh)
      await tx.kysely
        .insertInto('systemAlert')
        .values({ kind, detail: codedText(detail), openedAt: at })
        .execute()
    for (const { id, kind, detail } of open) {
      const [, found = detail] = [...troubles].find(([one]) => one === kind) ?? []
      const said = codedText(found)
      if (said !== detail)
        await tx.kysely.updateTable('systemAlert').set({ detail: said }).where('id', '=', id).execute()
    }
    const well = alertKinds.filter((kind) => !troubles.has(kind) && !unknown.includes(kind))
    const over = open.filter(({ kind }) => well.some((one) => one === kind))
    await tx.kysely
      .updateTable('systemAlert')
      .set({ closedAt: at })
      .where('id', '=', anyOf(over.map(({ id }) => id)))
      .execute()
    await mailWhatLasts(tx, at, newest)
    await mailWhatIsOver(tx, at)
  })
}

async function mailWhatLasts(tx: Tx, at: Date, newest: ReadonlyMap<string, Date>): Promise<void> {
  const mailed = await mailedKinds(tx)
  const open = await tx.kysely
    .selectFrom('systemAlert')
    .selectAll()
    .where('closedAt', 'is', null)
    .where('kind', '=', anyOf(mailed))
    .where('openedAt', '<=', addSeconds(at, -LASTS_SECONDS))
    .orderBy('openedAt')
    .execute()
  const lasting = open.flatMap((alert) => {
    const since = sinceOf(alert, at, newest.get(alert.kind))
    return since ? [{ ...alert, since }] : []
  })
  const lately = await tx.kysely
    .selectFrom('systemAlert')
    .select('kind')
    .where('kind', '=', anyOf(mailed))
    .where('mailedAt', '>', addSeconds(at, -BETWEEN_MAILS_SECONDS))
    .execute()
  const due = lasting
    .filter(({ kind }) => !lately.some((one) => one.kind === kind))
    .filter(
      ({ detail, openedAt }) =>
        detail !== NEVER_PROVEN.coded || openedAt <= addSeconds(at, -FIRST_BACKUP_SECONDS),
    )
  if (due.length === 0) return
  const alerts = due.flatMap(({ kind, since }) => lineOf(kind, since))
  await mailSuperAdmins(tx, 'system_alerts', { alerts })
  await tx.kysely
    .updateTable('systemAlert')
    .set({ mailedAt: at })
    .where('id', '=', anyOf(due.map(({ id }) => id)))
    .execute()
}

/** @returns when the first unmailed problem started; null if there is none or a mail would be too early */
function sinceOf(
  { openedAt, mailedAt }: { openedAt: Date; mailedAt: Date | null },
  at: Date,
  newest: Date | undefined,
): Date | null {
  if (mailedAt === null) return openedAt
  const isMore = newest !== undefined && newest > mailedAt
  return isMore && mailedAt <= addSeconds(at, -REPEAT_AFTER_SECONDS) ? newest : null
}

/** Mails the end of each mailed alert, even if its kind is no longer chosen. */
async function mailWhatIsOver(tx: Tx, at: Date): Promise<void> {
  const over = await tx.kysely
    .selectFrom('systemAlert')
    .selectAll()
    .where('kind', '=', anyOf(alertKinds))
    .where('closedAt', 'is not', null)
    .where('mailedAt', 'is not', null)
    .where('overMailedAt', 'is', null)
    .orderBy('openedAt')
    .execute()
  if (over.length === 0) return
  const alerts = over.flatMap(({ kind, closedAt }) => lineOf(kind, closedAt ?? at))
  await mailSuperAdmins(tx, 'system_alerts_over', { alerts })
  await tx.kysely
    .updateTable('systemAlert')
    .set({ overMailedAt: at })
    .where('id', '=', anyOf(over.map(({ id }) => id)))
    .execute()
}

function lineOf(kind: string, at: Date): { kind: AlertKindName; at: string }[] {
  const known = alertKinds.find((one) => one === kind)
  return known ? [{ kind: known, at: at.toISOString() }] : []
}

async function mailedKinds(tx: Pick<Tx, 'kysely'>): Promise<AlertKindName[]> {
  const chosen = await tx.kysely.selectFrom('alertChoice').selectAll().execute()
  return alertKinds.filter((kind) => isMailed(kind, chosen))
}

function isMailed(kind: AlertKindName, chosen: readonly { kind: string; isMailed: boolean }[]): boolean {
  return chosen.find((one) => one.kind === kind)?.isMailed ?? !mailedElsewhere.includes(kind)
}

const LISTED = 50

/** Lists open alerts first, with the mail settings. */
export async function listAlerts(): Promise<GivenSystemAlerts> {
  const [chosen, open, past] = await Promise.all([
    kysely(db()).selectFrom('alertChoice').selectAll().execute(),
    kysely(db())
      .selectFrom('systemAlert')
      .selectAll()
      .where('closedAt', 'is', null)
      .orderBy('openedAt', 'desc')
      .execute(),
    kysely(db())
      .selectFrom('systemAlert')
      .selectAll()
      .where('closedAt', 'is not', null)
      .orderBy('openedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(LISTED)
      .execute(),
  ])
  return {
    kinds: alertKinds.map((kind) => ({ kind, is_mailed: isMailed(kind, chosen) })),
    results: [...open, ...past]
      .slice(0, LISTED)
      .flatMap(({ id, kind, detail, openedAt, closedAt, mailedAt }) => {
        const known = alertKinds.find((one) => one === kind)
        if (!known) return []
        return [
          {
            ...{ id: String(id), kind: known, detail: storedSentence(detail) },
            opened_at: openedAt.toISOString(),
            closed_at: closedAt?.toISOString() ?? null,
            mailed_at: mailedAt?.toISOString() ?? null,
          },
        ]
      }),
  }
}

/** Counts open alerts of the kinds that this release knows. */
export function countOpenAlerts(): Promise<number> {
  return countRows(
    kysely(db())
      .selectFrom('systemAlert')
      .where('kind', '=', anyOf(alertKinds))
      .where('closedAt', 'is', null),
  )
}

/** Sets whether super admins get mails about a kind; audited. */
export async function chooseAlert(
  choice: { kind: AlertKindName; is_mailed: boolean },
  by: { actor: { readonly id: string }; address: string },
): Promise<GivenSystemAlerts> {
  const { kind, is_mailed } = choice
  await transaction(async (tx) => {
    await lockName(tx.client, 'system-alerts')
    const before = isMailed(kind, await tx.kysely.selectFrom('alertChoice').selectAll().execute())
    if (before === is_mailed) return
    await tx.kysely
      .insertInto('alertChoice')
      .values({ kind, isMailed: is_mailed })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet({ isMailed: is_mailed }))
      .execute()
    await recordAudit(tx, {
      actor: by.actor,
      action: 'alert.choice_changed',
      subject: { type: 'alert_kind', id: kind },
      before: { is_mailed: before },
      after: { is_mailed },
      address: by.address,
    })
  })
  return listAlerts()
}

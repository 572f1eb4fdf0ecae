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

/** What is wrong now, by kind, in the checks' own words. */
export type Troubles = ReadonlyMap<AlertKindName, Sentence | string>

/** Seconds that the oldest job of a queue may wait. */
const QUEUE_PATIENCE_SECONDS = 300

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

/** Of these a check that only warns is no trouble yet. */
const onlyWhenFailed: readonly AlertKindName[] = ['books', 'mpesa', 'no_statement', 'callbacks', 'mail']

/** Says what of the health page is worth a mail. What was not looked at for long is none of it, but for backups. Pure. */
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
    name === 'dead-letter' || (oldest_age_s ?? 0) <= QUEUE_PATIENCE_SECONDS
      ? []
      : say('queue.waiting', { what: say(`queue.${name}`), count }),
  )
  if (slow.length > 0 && !found.has('queue')) found.set('queue', sayAll(slow))
  // A kind of its own: what was given up may lie there for days, and an open alert of a kind delays the mail of others of it.
  const givenUp = queues.find(({ name }) => name === 'dead-letter')?.waiting ?? 0
  if (givenUp > 0) found.set('given_up', say('queue.given_up', { count: givenUp }))
  if (differences > 0) found.set('statement', String(differences))
  return found
}

/** Looks at the product and notes what is wrong; super admins are mailed of what lasts. */
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
  // All queues are listed where they are read. Where Redis did not answer nobody knows what waits in them.
  const unknown: AlertKindName[] = health.queues.length === 0 ? ['queue', 'given_up'] : []
  await noteTroubles(troublesOf(health, differences), now(), { unknown, newest })
}

/** Seconds for which something has to last before it is mailed: most of what lasts less mends itself. */
const LASTS_SECONDS = 90
/** A new product has its first backup after its first night; that there was none before is no news. */
const FIRST_BACKUP_SECONDS = 36 * 3_600
/** Of each kind one mail that it is there within so many seconds. */
const BETWEEN_MAILS_SECONDS = 3_600
/** While one is open, what came after its mail is mailed again, so many seconds after that mail at the soonest. */
const AGAIN_AFTER_SECONDS = 6 * 3_600

/** These have mails of their own, for each withdrawal and each difference, so they are not mailed again unless somebody wants that. */
const mailedElsewhere: readonly AlertKindName[] = ['payouts', 'statement']

type Looked = {
  /** Kinds that could not be looked at: what is open of them stays so. */
  readonly unknown?: readonly AlertKindName[]
  /** When the newest of a kind happened, of those kinds that happen one by one. */
  readonly newest?: ReadonlyMap<AlertKindName, Date>
}

/**
 * Opens an alert of each kind that is wrong and has none, keeps what the checks say of those that are open, and closes those of kinds
 * that are well. One of a kind that is not known here was opened by a worker of a newer release, which closes it. What is chosen and
 * lasts is mailed to every super admin: all that is new in one mail, each kind at most once an hour, and once more when it is over.
 * What happened after the mail of an open alert is mailed six hours after that. Looks of several workers follow each other.
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

/** @returns since when there is what nobody was mailed of yet; null where there is nothing, or a mail of it would come too soon */
function sinceOf(
  { openedAt, mailedAt }: { openedAt: Date; mailedAt: Date | null },
  at: Date,
  newest: Date | undefined,
): Date | null {
  if (mailedAt === null) return openedAt
  const isMore = newest !== undefined && newest > mailedAt
  return isMore && mailedAt <= addSeconds(at, -AGAIN_AFTER_SECONDS) ? newest : null
}

/** Whoever was told that something is wrong is told that it is over, whatever was chosen since. */
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

/** Lists what is and was wrong, open ones first, and what of it is mailed. */
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

/** Counts the alerts that are open, of the kinds that are listed. */
export function countOpenAlerts(): Promise<number> {
  return countRows(
    kysely(db())
      .selectFrom('systemAlert')
      .where('kind', '=', anyOf(alertKinds))
      .where('closedAt', 'is', null),
  )
}

/** Chooses whether alerts of a kind are mailed, for all super admins, on record. */
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

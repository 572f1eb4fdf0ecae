import { sql } from 'kysely'
import { z } from 'zod'
import type { SystemSetting } from '#lib/contract/settings/calls.ts'
import { type SettingName, settingNames, settingRules } from '#lib/contract/settings/constants.ts'
import { now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { standingOf } from '#lib/domain/approvals/two-people.ts'
import { type Settings, type StoredValues, settingFrom } from './policy.ts'

/** Lifetime of cached settings: the longest delay until a change is effective in all processes. */
const TRUST_MS = 5_000

const known = processSingleton('settings', () => ({ settings: undefined as Settings | undefined, readAt: 0 }))

/** Returns settings at most five seconds old. @param on within a transaction: its connection */
export async function readSettings(on: Queryable = db()): Promise<Settings> {
  const cache = known.get()
  const age = now().getTime() - cache.readAt
  if (cache.settings && age >= 0 && age < TRUST_MS) return cache.settings
  const stored = await kysely(on).selectFrom('setting').select(['key', 'value']).execute()
  cache.settings = settingsFrom(new Map(stored.map((row) => [row.key, row.value])))
  cache.readAt = now().getTime()
  return cache.settings
}

export function forgetSettings(): void {
  known.drop()
}

function settingsFrom(stored: StoredValues): Settings {
  const values = settingNames.map((name) => {
    const value = settingFrom(name, stored.get(name))
    if (stored.has(name) && stored.get(name) !== value)
      log.warn({ setting: name }, 'stored setting is out of bounds')
    return [name, value]
  })
  return Object.fromEntries(values)
}

const CHANGES_SHOWN = 10

/** In the contract's order. */
export function listSettings(viewerId: string): Promise<SystemSetting[]> {
  return readAll(db(), settingNames, viewerId)
}

export async function readSetting(
  on: Queryable,
  name: SettingName,
  viewerId: string,
): Promise<SystemSetting> {
  const [found] = await readAll(on, [name], viewerId)
  if (!found) throw new Error(`no row for the setting ${name}`)
  return found
}

async function readAll(
  on: Queryable,
  names: readonly SettingName[],
  viewerId: string,
): Promise<SystemSetting[]> {
  const stored = await kysely(on).selectFrom('setting').selectAll().where('key', '=', anyOf(names)).execute()
  const proposals = await readOpenProposals(on, names)
  const proposers = proposals.map(({ proposedBy }) => proposedBy)
  const { confirmable, gone } = await standingOf(on, viewerId, proposers)
  const changes = await readChanges(on, names)
  const settings: SystemSetting[] = []
  for (const name of names) {
    const rule = settingRules[name]
    const row = stored.find(({ key }) => key === name)
    const proposal = proposals.find(({ key }) => key === name)
    settings.push({
      name,
      value: settingFrom(name, row?.value),
      default: rule.default,
      min: rule.min,
      max: rule.max,
      unit: rule.unit,
      version: row?.version ?? 0,
      changes: changes.filter((change) => change.name === name).map(presentChange),
      takes_two: rule.takesTwo,
      proposal: proposal
        ? {
            id: proposal.id,
            value: proposal.value,
            proposed_by: proposal.proposer,
            proposed_at: proposal.proposedAt.toISOString(),
            can_confirm: confirmable.has(proposal.proposedBy),
            is_proposer_gone: gone.has(proposal.proposedBy),
          }
        : null,
    })
  }
  return settings
}

function readOpenProposals(on: Queryable, names: readonly SettingName[]) {
  return kysely(on)
    .selectFrom('settingProposal as p')
    .innerJoin('appUser as u', 'u.id', 'p.proposedBy')
    .select(['p.id', 'p.key', 'p.value', 'p.proposedBy', 'p.proposedAt', 'u.username as proposer'])
    .where('p.key', '=', anyOf(names))
    .where('p.state', '=', 'open')
    .execute()
}

function readChanges(on: Queryable, names: readonly SettingName[]) {
  const asked = sql<{ name: string }>`unnest(${names}::text[])`
  return kysely(on)
    .selectFrom(asked.as<'n'>(sql`n(name)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('auditEvent as a')
          .select(['a.id', 'a.at', 'a.actorId', 'a.before', 'a.after'])
          .where('a.subjectType', '=', 'setting')
          .whereRef('a.subjectId', '=', 'n.name')
          .where('a.action', '=', 'setting.changed')
          .orderBy('a.id', 'desc')
          .limit(CHANGES_SHOWN)
          .as('e'),
      (join) => join.onTrue(),
    )
    .leftJoin('appUser as u', 'u.id', 'e.actorId')
    .select(['n.name', 'e.at', 'u.username as by', 'e.before', 'e.after'])
    .orderBy('e.id', 'desc')
    .execute()
}

const recorded = z.object({ value: z.number() })

function presentChange({ at, by, before, after }: Awaited<ReturnType<typeof readChanges>>[number]) {
  return {
    at: at.toISOString(),
    by,
    before: recorded.parse(before).value,
    after: recorded.parse(after).value,
  }
}

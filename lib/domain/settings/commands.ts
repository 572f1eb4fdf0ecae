import type { SystemSetting } from '#lib/contract/settings/calls.ts'
import { type SettingName, settingRules } from '#lib/contract/settings/constants.ts'
import { lockName } from '#lib/core/advisory-lock.ts'
import { now } from '#lib/core/clock.ts'
import { violatedConstraint } from '#lib/core/db.ts'
import { NotFoundError, RuleError, ValidationError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { anyOf } from '#lib/core/kysely.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { requireTwoPeople } from '#lib/domain/approvals/two-people.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { refusalOf, settingFrom, settingNameOf, settingsToCheck } from './policy.ts'
import { forgetSettings, readSetting } from './queries.ts'

export type SettingChange = {
  name: SettingName
  value: number
  /** The version that the user saw, so that no unseen concurrent change is overwritten. */
  version: number
  by: { id: string }
  address: string
}

/**
 * Changes a setting: in this process at once, in others within five seconds (`readSettings`). A change of a
 * setting with `takesTwo` is proposed and waits for a second super admin (`confirmProposal`).
 * @throws ValidationError for a value out of bounds
 * @throws RuleError setting_changed if the setting changed since the user saw it, proposal_open (409)
 */
export async function changeSetting(change: SettingChange): Promise<SystemSetting> {
  const { name, value, by } = change
  const changed = await transaction(async (tx) => {
    await lockSettings(tx)
    const before = await checkChange(tx, change)
    if (!settingRules[name].takesTwo) await writeSetting(tx, { ...change, before })
    else if (before !== value) await proposeSetting(tx, { ...change, before })
    return readSetting(tx.client, name, by.id)
  })
  forgetSettings()
  return changed
}

/** Serializes changes, because the bounds of some settings depend on others. */
export async function lockSettings(tx: Tx): Promise<void> {
  await lockName(tx.client, 'settings')
}

type Wanted = {
  readonly name: SettingName
  readonly value: number
  readonly version: number
}

/**
 * The caller holds `lockSettings`. @returns the current value
 * @throws RuleError setting_changed (409) if the setting changed since the user saw it
 * @throws ValidationError if the new value is out of bounds, or inconsistent with other settings
 */
export async function checkChange(tx: Tx, { name, value, version }: Wanted): Promise<number> {
  const found = await tx.kysely
    .selectFrom('setting')
    .selectAll()
    .where('key', '=', anyOf(settingsToCheck(name)))
    .execute()
  const row = found.find(({ key }) => key === name)
  if ((row?.version ?? 0) !== version) throw new RuleError('setting_changed', 409)
  const refusal = refusalOf(name, value, new Map(found.map((one) => [one.key, one.value])))
  if (refusal) throw new ValidationError({ value: refusal })
  return settingFrom(name, row?.value)
}

type Write = Wanted & {
  /** From `checkChange`. */
  readonly before: number
  readonly by: { readonly id: string }
  readonly address: string
  readonly more?: Readonly<Record<string, string>>
}

/** Writes a setting and its audit record, unless the value is the same. */
export async function writeSetting(
  tx: Tx,
  { name, value, version, before, by, address, more }: Write,
): Promise<void> {
  if (before === value) return
  const change = { value, version: version + 1, updatedAt: now() }
  await tx.kysely
    .insertInto('setting')
    .values({ key: name, ...change })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(change))
    .execute()
  await recordAudit(tx, {
    actor: by,
    action: 'setting.changed',
    subject: { type: 'setting', id: name },
    before: { value: before },
    after: { value, ...more },
    address,
  })
}

type Who = { readonly by: { readonly id: string }; readonly address: string }

/**
 * Call it in the transaction that has locked the settings and checked the version.
 * @throws RuleError proposal_open (409)
 */
export async function proposeSetting(
  tx: Tx,
  {
    name,
    value,
    version,
    before,
    by,
    address,
  }: Who & { name: SettingName; value: number; version: number; before: number },
): Promise<void> {
  try {
    await tx.kysely
      .insertInto('settingProposal')
      .values({ id: newId(), key: name, value, version, proposedBy: by.id, proposedAt: now() })
      .execute()
  } catch (error) {
    if (violatedConstraint(error) !== 'setting_proposal_open_key') throw error
    throw new RuleError('proposal_open.setting', 409)
  }
  await recordAudit(tx, {
    actor: by,
    action: 'setting.proposed',
    subject: { type: 'setting', id: name },
    before: { value: before },
    after: { value },
    address,
  })
}

/**
 * Confirms a proposal by a second super admin, and changes the setting.
 * @throws NotFoundError
 * @throws ValidationError if the value is no longer allowed
 * @throws RuleError own_proposal, not_two_people (403), already_decided, setting_changed (409)
 */
export async function confirmProposal({ id, by, address }: Who & { id: string }): Promise<SystemSetting> {
  const confirmed = await transaction(async (tx) => {
    const proposal = await lockOpen(tx, id)
    if (proposal.proposed_by === by.id) throw new RuleError('own_proposal', 403)
    await requireTwoPeople(tx.client, proposal.proposed_by, by.id)
    await decide(tx, id, 'confirmed', by.id)
    const { key: name, value, version } = proposal
    const change = { name, value, version }
    await writeSetting(tx, {
      ...change,
      before: await checkChange(tx, change),
      by,
      address,
      more: { proposed_by: proposal.proposed_by },
    })
    return readSetting(tx.client, name, by.id)
  })
  forgetSettings()
  return confirmed
}

/** Rejects a proposal; the proposer may do so too. @throws NotFoundError; RuleError already_decided (409) */
export function rejectProposal({ id, by, address }: Who & { id: string }): Promise<SystemSetting> {
  return transaction(async (tx) => {
    const proposal = await lockOpen(tx, id)
    await decide(tx, id, 'rejected', by.id)
    await recordAudit(tx, {
      actor: by,
      action: 'setting.proposal_rejected',
      subject: { type: 'setting', id: proposal.key },
      after: { value: proposal.value, proposed_by: proposal.proposed_by },
      address,
    })
    return readSetting(tx.client, proposal.key, by.id)
  })
}

type Proposal = { key: SettingName; value: number; version: number; proposed_by: string }

/** Locks all settings, as a change does, and reads the open proposal. */
async function lockOpen(tx: Tx, id: string): Promise<Proposal> {
  await lockSettings(tx)
  const found = await tx.kysely
    .selectFrom('settingProposal')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new NotFoundError()
  if (found.state !== 'open') throw new RuleError('already_decided.setting', 409)
  const { value, version, proposedBy } = found
  return { key: settingNameOf(found.key), value, version, proposed_by: proposedBy }
}

async function decide(tx: Tx, id: string, state: 'confirmed' | 'rejected', by: string): Promise<void> {
  await tx.kysely
    .updateTable('settingProposal')
    .set({ state, decidedBy: by, decidedAt: now() })
    .where('id', '=', id)
    .execute()
}

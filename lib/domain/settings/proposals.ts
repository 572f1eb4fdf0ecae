import type { SystemSetting } from '#lib/contract/settings/calls.ts'
import type { SettingName } from '#lib/contract/settings/constants.ts'
import { now } from '#lib/core/clock.ts'
import { violatedConstraint } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { requireTwoPeople } from '#lib/domain/approvals/two-people.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { readSetting } from './desk-queries.ts'
import { settingNameOf } from './policy.ts'
import { forgetSettings } from './queries.ts'
import { checkChange, lockSettings, writeSetting } from './write-setting.ts'

type Who = { readonly by: { readonly id: string }; readonly address: string }

/**
 * Call it in the transaction that has locked the setting and checked its version. @throws RuleError
 * proposal_open (409)
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
 * By a second super admin.
 * @throws NotFoundError
 * @throws ValidationError if the value is not possible any more
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

/** The proposer may do so too. @throws NotFoundError; RuleError already_decided (409) */
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

/** Locks all settings first, as a change does, then reads the proposal. */
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

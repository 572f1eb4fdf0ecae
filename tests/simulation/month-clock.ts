import { renameSync, writeFileSync } from 'node:fs'
import type pg from 'pg'
import { settingRules } from '#lib/contract/settings/constants.ts'
import { calendarOf, type MonthCalendar } from '#lib/domain/challenges/calendar.ts'
import { rowsOf } from './database.ts'
import type { MpesaDesk } from './mpesa-desk.ts'

/**
 * The product's clock (CLOCK_FILE), PostgreSQL's defaults and M-Pesa's clock, moved together. Between moves
 * they run normally.
 */
export class MonthClock {
  #aheadMs = 0
  readonly #file: string
  readonly #database: pg.Pool
  readonly #mpesa: MpesaDesk
  /** The calendar month after the current one. */
  readonly month: MonthCalendar

  constructor(file: string, database: pg.Pool, mpesa: MpesaDesk) {
    this.#file = file
    this.#database = database
    this.#mpesa = mpesa
    const days = {
      votingStarts: settingRules.voting_starts_day.default,
      submissionsClose: settingRules.submissions_close_day.default,
    }
    this.month = calendarOf(new Date(), days, 1)
  }

  now(): Date {
    return new Date(Date.now() + this.#aheadMs)
  }

  /** Gives the database a movable clock. */
  async begin(): Promise<void> {
    await this.#database.query(`CREATE TABLE simulated_clock (ahead interval NOT NULL);
      INSERT INTO simulated_clock VALUES ('0');
      CREATE FUNCTION simulated_now() RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER
        AS 'SELECT statement_timestamp() + ahead FROM public.simulated_clock';
      DO $$ DECLARE found record; BEGIN
        FOR found IN SELECT table_name, column_name FROM information_schema.columns
          WHERE table_schema = 'public' AND column_default = 'CURRENT_TIMESTAMP'
        LOOP EXECUTE format('ALTER TABLE %I ALTER COLUMN %I SET DEFAULT simulated_now()', found.table_name, found.column_name);
        END LOOP; END $$`)
    this.#write()
  }

  /** Advances the time; M-Pesa's due actions are done on return. */
  async pass(seconds: number): Promise<void> {
    const ms = Math.round(seconds * 1_000)
    this.#aheadMs += ms
    this.#write()
    await rowsOf(this.#database, 'UPDATE simulated_clock SET ahead = $1::interval', [
      `${this.#aheadMs} milliseconds`,
    ])
    await this.#mpesa.advance(ms)
  }

  /** Ignores a past time. */
  async moveTo(moment: Date): Promise<void> {
    const seconds = (moment.getTime() - this.now().getTime()) / 1_000
    if (seconds > 0) await this.pass(seconds)
  }

  #write(): void {
    writeFileSync(`${this.#file}.next`, String(this.#aheadMs))
    renameSync(`${this.#file}.next`, this.#file)
  }
}

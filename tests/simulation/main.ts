// `npm run simulate:month`: a month of Ngoma in minutes, with every possible failure (README.md).

import { simulateMonth } from './simulate-month.ts'
import { readWishes } from './wishes.ts'

process.exitCode = await simulateMonth(readWishes(process.argv.slice(2), process.env))
// Remaining handles belong to the ended stage.
process.exit()

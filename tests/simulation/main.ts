// `npm run simulate:month`: a month of Ngoma in minutes, with everything going wrong that can (README.md).

import { simulateMonth } from './simulate-month.ts'
import { readWishes } from './wishes.ts'

process.exitCode = await simulateMonth(readWishes(process.argv.slice(2), process.env))
// Whatever still holds this process up has been ended with the stage.
process.exit()

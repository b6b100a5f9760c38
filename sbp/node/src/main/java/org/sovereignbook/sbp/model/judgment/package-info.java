/**
 * Judgments by models (IMPLEMENTATION §2): jobs and their runner, the limits of the day, and the
 * ledger of calls.
 */
@NullMarked
package org.sovereignbook.sbp.model.judgment;

import org.jspecify.annotations.NullMarked;

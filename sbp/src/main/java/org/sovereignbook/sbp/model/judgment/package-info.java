/**
 * What a model is asked: a job and its runner, the limits of the day, and the ledger of calls
 * (IMPLEMENTATION §2).
 */
@NullMarked
package org.sovereignbook.sbp.model.judgment;

import org.jspecify.annotations.NullMarked;

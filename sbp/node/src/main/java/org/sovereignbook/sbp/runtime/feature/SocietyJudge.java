package org.sovereignbook.sbp.runtime.feature;

import java.util.List;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.runtime.health.Health;

/**
 * A judge of one condition of a society.
 *
 * @param what the condition, a stable word
 * @param finds returns the problems
 */
public record SocietyJudge(String what, Function<Transaction, List<Health.Reason>> finds) {}

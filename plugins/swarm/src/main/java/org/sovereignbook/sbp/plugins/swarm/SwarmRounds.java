package org.sovereignbook.sbp.plugins.swarm;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.plugins.team.TeamBudget;
import org.sovereignbook.sbp.society.board.Task;

/**
 * Rounds of a broadcast swarm (CORDELIA §4.3): each agent has one task in a round, and is shown
 * with it what the others wrote before. They end when a round adds nothing, or with the budget.
 *
 * @param tasks of the agents but the leader, oldest first
 * @param doers the names of these agents
 */
record SwarmRounds(List<Task> tasks, List<String> doers) {
  /** The answer of an agent that has nothing to add. */
  static final String NOTHING = "nothing to add";

  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^a-z]+");

  /** Results of a task, as text. */
  interface Results {
    String of(Task task);
  }

  SwarmRounds {
    tasks = List.copyOf(tasks);
    doers = List.copyOf(doers);
  }

  /** Returns the number of the round that was begun last. */
  int number() {
    return doers.isEmpty() ? 0 : Math.ceilDiv(tasks.size(), doers.size());
  }

  /** Returns whether another round follows, once all tasks are completed. */
  boolean goesOn(Transaction tx, TeamBudget budget, Results results) {
    return doers.size() > 1
        && number() < tx.config().get(SwarmSettings.ROUNDS)
        // A round and the synthesis.
        && budget.leaves(doers, doers.size() + 1)
        && isAnythingNew(results);
  }

  private boolean isAnythingNew(Results results) {
    if (number() == 1) {
      return true;
    }
    Map<String, String> before = new TreeMap<>();
    boolean isNew = false;
    for (Task task : tasks) {
      String text = results.of(task);
      String former = before.put(task.row().requiredRole().orElse(""), text);
      boolean isLast = tasks.indexOf(task) >= tasks.size() - doers.size();
      isNew |= isLast && !isNothing(text) && !text.equals(former);
    }
    return isNew;
  }

  static boolean isNothing(String result) {
    String words = BETWEEN_WORDS.matcher(result.toLowerCase(Locale.ROOT)).replaceAll(" ").strip();
    return words.isEmpty() || words.equals(NOTHING);
  }
}

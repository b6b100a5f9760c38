package org.sovereignbook.sbp.runtime.feature;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.ledger.LedgerFeature;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.reader.Gate;
import org.sovereignbook.sbp.peer.reader.ReceivedEnvelope;
import org.sovereignbook.sbp.peer.step.StepContext;
import org.sovereignbook.sbp.runtime.health.Notice;
import org.sovereignbook.sbp.runtime.plugin.ExtensionFeature;
import org.sovereignbook.sbp.runtime.scheduler.TimerFeature;

/**
 * A feature that takes part in the steps of a node (IMPLEMENTATION §3): tables, events, settings,
 * kinds of extensions, gates for arriving envelopes, and work of the steps.
 */
public interface NodeFeature extends LedgerFeature, ExtensionFeature, TimerFeature {
  /**
   * Returns whether a valid envelope is for this feature. Where the feature is off, or lacks its
   * tables, it is set aside as {@code needs-feature}, and no model sees it.
   */
  default boolean takes(ReceivedEnvelope received) {
    return false;
  }

  /** Returns the gates that a valid envelope passes after those of the protocol, in order. */
  default List<Gate> gates(StepContext on) {
    return List.of();
  }

  /** Returns the gates that an envelope passes after those of all features. */
  default List<Gate> lastGates(StepContext on) {
    return List.of();
  }

  /** Returns what is done in the society before messages leave: what time ends, what is sent. */
  default List<SocietyWork> beforeSending() {
    return List.of();
  }

  /** Returns what is done in the society after messages have left: what became of them. */
  default List<SocietyWork> afterSending() {
    return List.of();
  }

  /**
   * Returns whether something of its own waits for the step that delivers; then {@code sbp up} runs
   * that within half a minute. It should look quickly.
   */
  default boolean isDue(Transaction tx) {
    return false;
  }

  /**
   * Returns the functions that read in the society what the owner is to know, each as a notice of
   * the kind FEATURE; or of the kind HOOK, with a key that begins with the name of a program and a
   * space.
   */
  default List<Function<Transaction, List<Notice>>> notices() {
    return List.of();
  }

  /** Returns what is under way, in a few words for {@code sbp status}; empty for nothing. */
  default Optional<String> status(Transaction tx) {
    return Optional.empty();
  }

  /** Returns the conditions of the society that make a node useless or unwell. */
  default List<SocietyJudge> judges() {
    return List.of();
  }

  /**
   * Returns what {@code sbp doctor} says of the feature when its judges have nothing to say under
   * its name; empty where there is nothing of it in a node. It should look quickly.
   */
  default Optional<String> whenWell(Node node) {
    return Optional.empty();
  }
}

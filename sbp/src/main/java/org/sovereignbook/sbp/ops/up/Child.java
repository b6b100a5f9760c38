package org.sovereignbook.sbp.ops.up;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.ProcessTree;
import org.sovereignbook.sbp.society.hooks.HooksSettings;

/**
 * One command of sbp that is kept running for a node.
 *
 * @param node whose command it is
 * @param name how it is shown
 * @param words the command, without its {@code --home}
 * @param every how long after its end it is started again; empty for one that never ends by itself
 * @param mayEnd whether it is not started again once it has done all there was to do
 * @param toFinish how long it may take to end when it is told to, and what it has started is left
 *     to it; empty for one that is ended together with what it has started
 */
public record Child(
    Node node,
    String name,
    List<String> words,
    Optional<Duration> every,
    boolean mayEnd,
    Optional<Duration> toFinish) {
  /** How long the processes of a hook may take to end once its time is over. */
  private static final Duration TO_END_HOOKS = ProcessTree.GRACE.multipliedBy(2);

  /** One that does not end as meant. */
  Child(Node node, String name, List<String> words, Optional<Duration> every) {
    this(node, name, words, every, false, Optional.empty());
  }

  /** One that is started again when it fails, and not when it is done. */
  public static Child untilDone(Node node, String name, String... words) {
    return new Child(node, name, List.of(words), Optional.empty(), true, Optional.empty());
  }

  /**
   * The table of what keeps a node alive; another child is another row. The first one is what the
   * others wait for.
   */
  static List<Child> of(Node node, Duration tickEvery) {
    return List.of(
        lasting(node, "server", "serve"), every(tickEvery, node, "timer", "tick").finishing());
  }

  /** What takes webhooks and runs hooks as soon as they are due, where there are any. */
  static Child ofHooks(Node node) {
    return lasting(node, "hooks", "hook", "serve").finishing();
  }

  /** The same, of which hooks may be under way when it is told to end. */
  private Child finishing() {
    Duration longest = HooksSettings.longestRun(node.config()).plus(TO_END_HOOKS);
    return new Child(node, name, words, every, mayEnd, Optional.of(longest));
  }

  private static Child lasting(Node node, String name, String... words) {
    return new Child(node, name, List.of(words), Optional.empty());
  }

  private static Child every(Duration every, Node node, String name, String... words) {
    return new Child(node, name, List.of(words), Optional.of(every));
  }

  /** The whole command, for its node. */
  public List<String> command() {
    List<String> command = new ArrayList<>(words);
    command.addAll(List.of("--home", node.home().root().toString()));
    return command;
  }
}

package org.sovereignbook.sbp.ops.up;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.automation.AutomationFeature.KeptProcess;
import org.sovereignbook.sbp.frontend.automation.FeatureTicks;
import org.sovereignbook.sbp.frontend.web.WebSettings;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.ProcessTree;

/**
 * One sbp command that is kept running for a node.
 *
 * @param node the command's node
 * @param name as shown
 * @param words the command, without its {@code --home}
 * @param every the pause between its end and its next start; empty for one that never ends by
 *     itself
 * @param mayEnd whether it is not restarted after it has succeeded
 * @param toFinish how long it may take to end after a signal, while it manages its own child
 *     processes; empty for one that is ended together with its child processes
 */
public record Child(
    Node node,
    String name,
    List<String> words,
    Optional<Duration> every,
    boolean mayEnd,
    Optional<Duration> toFinish) {
  /** The command of a node's server. */
  static final String SERVE = "serve";

  private static final String TICK = "tick";
  private static final String PAGE = "web";

  /** How long the processes of a feature may take to end after their time limit. */
  private static final Duration TO_END = ProcessTree.GRACE.multipliedBy(2);

  /** Pause after the page has ended, such as one that is served elsewhere already. */
  private static final Duration PAGE_AGAIN = Duration.ofMinutes(5);

  /** How long running turns may take to end; those that take longer are continued later. */
  private static final Duration A_TURN = Duration.ofSeconds(45);

  /** Makes a child that does not end by itself. */
  Child(Node node, String name, List<String> words, Optional<Duration> every) {
    this(node, name, words, every, false, Optional.empty());
  }

  /** Makes a child that is restarted after a failure, but not after a success. */
  public static Child untilDone(Node node, String name, String... words) {
    return new Child(node, name, List.of(words), Optional.empty(), true, Optional.empty());
  }

  /**
   * Returns the children that keep a node running; another child is another row. The others start
   * after the first one is ready.
   */
  static List<Child> of(Node node, Duration tickEvery) {
    List<Child> children = new ArrayList<>();
    children.add(lasting(node, "server", SERVE));
    children.add(every(tickEvery, node, "timer", TICK).finishing());
    if (node.config().get(WebSettings.UP)) {
      // At intervals, because a node works without its page, whatever is wrong with that.
      children.add(every(PAGE_AGAIN, node, "page", PAGE, "--locked", "--no-open"));
    }
    return List.copyOf(children);
  }

  /** Returns the child that answers the public routes of features. */
  static Child ofRoutes(Node node) {
    return lasting(node, "routes", "routes");
  }

  /** Returns whether it serves the page; a busy one is served elsewhere, and for long. */
  boolean isPage() {
    return words.getFirst().equals(PAGE);
  }

  /** Returns whether it runs what is due in its node. */
  boolean isTimer() {
    return words.equals(List.of(TICK));
  }

  /** Returns the child that a feature wants; it ends for good with a success. */
  static Child of(Node node, KeptProcess process) {
    return new Child(
            node, process.name(), process.words(), Optional.empty(), true, Optional.empty())
        .finishing();
  }

  /** Returns the child that answers messages of sessions. */
  static Child ofSessions(Node node) {
    return new Child(
        node, "sessions", List.of("session", "run"), Optional.empty(), false, Optional.of(A_TURN));
  }

  /** Returns a copy with the time for running work of features to finish. */
  private Child finishing() {
    Duration longest = FeatureTicks.toFinish(node).plus(TO_END);
    return new Child(node, name, words, every, mayEnd, Optional.of(longest));
  }

  private static Child lasting(Node node, String name, String... words) {
    return new Child(node, name, List.of(words), Optional.empty());
  }

  private static Child every(Duration every, Node node, String name, String... words) {
    return new Child(node, name, List.of(words), Optional.of(every));
  }

  /** Returns the whole command with its node. */
  public List<String> command() {
    List<String> command = new ArrayList<>(words);
    command.addAll(List.of("--home", node.home().root().toString()));
    return command;
  }
}

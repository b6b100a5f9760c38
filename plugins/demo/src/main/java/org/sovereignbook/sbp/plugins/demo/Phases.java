package org.sovereignbook.sbp.plugins.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.peer.author.ReceivedTitles;
import org.sovereignbook.sbp.plugins.demo.Profiles.Text;

/**
 * The phases of a run, which also give the drafts to the nodes. A piece reaches only present
 * followers of its author, so drafts published at once would have no readers.
 */
final class Phases {

  /** A real node would take days for these phases, in the same order. */
  private enum Phase {
    MEET("they meet: each knows the address of the next one", ""),
    WRITE("they write, and read what those write whom they follow", "author"),
    LOOK_AROUND(
        "they look around: each asks its peers whom they endorse (a peer is endorsed for pieces of"
            + " one hour here; elsewhere days lie between them)",
        "network"),
    ANSWER("some of them answer what they have read", "author"),
    REST("they come to rest", "");

    private final String text;
    private final String due;

    Phase(String text, String due) {
      this.text = text;
      this.due = due;
    }

    /** Returns the components that are due in a tick of this phase. */
    Set<String> due() {
      return due.isEmpty() ? Set.of() : Set.of(due);
    }
  }

  private record Waiting(DemoNode writer, Text reply) {}

  private final List<DemoNode> nodes;
  private final DemoView view;
  private final List<Waiting> replies = new ArrayList<>();
  private Phase phase = Phase.MEET;

  Phases(List<DemoNode> nodes, DemoView view) {
    this.nodes = nodes;
    this.view = view;
    for (DemoNode writer : nodes) {
      for (Text reply : writer.profile().replies()) {
        if (isWritten(reply.answered())) {
          replies.add(new Waiting(writer, reply));
        }
      }
    }
    view.phase(phase.text);
  }

  /**
   * Begins the next phase when the last one has ended, and sets the components for the next ticks.
   *
   * @param settled whether the last round changed nothing
   * @return whether a phase began, so that there is something to do
   */
  boolean lead(List<NodeState> states, boolean settled) {
    boolean begins = begins(states, settled);
    for (int i = 0; i < nodes.size(); i++) {
      boolean due = begins || hasWork(states.get(i));
      DemoConfig.setDue(nodes.get(i).node(), due ? phase.due() : Set.of());
    }
    return begins;
  }

  private boolean begins(List<NodeState> states, boolean settled) {
    boolean done = settled || states.stream().allMatch(state -> state.isQuiet() && !hasWork(state));
    return switch (phase) {
      case MEET -> (settled || everybodyIsFollowed(states)) && begin(Phase.WRITE);
      case WRITE -> done && begin(Phase.LOOK_AROUND);
      case LOOK_AROUND -> done && begin(Phase.ANSWER);
      case ANSWER -> done && begin(Phase.REST);
      case REST -> false;
    };
  }

  /** Returns whether the due components have work for a node, to leave out runs without effect. */
  private boolean hasWork(NodeState state) {
    return switch (phase) {
      case WRITE, ANSWER -> state.drafts() > 0;
      case LOOK_AROUND ->
          state.ties().stream().filter(NodeState.Tie::isMutual).count() < nodes.size() - 1;
      case MEET, REST -> false;
    };
  }

  /**
   * Returns the replies that were never published, because the pieces they answer did not arrive.
   */
  List<String> unwritten() {
    return replies.stream()
        .map(
            waiting ->
                "%s's \"%s\" was not handed in: \"%s\" never reached it"
                    .formatted(
                        waiting.writer().name(),
                        waiting.reply().title(),
                        waiting.reply().answered()))
        .toList();
  }

  private boolean begin(Phase next) {
    phase = next;
    view.phase(next.text);
    switch (next) {
      case WRITE -> nodes.forEach(node -> node.profile().originals().forEach(d -> put(node, d)));
      case ANSWER -> handInReplies();
      case MEET, LOOK_AROUND, REST -> {}
    }
    return true;
  }

  private void handInReplies() {
    List<Waiting> now = replies.stream().filter(Phases::hasArrived).toList();
    now.forEach(waiting -> put(waiting.writer(), waiting.reply()));
    replies.removeAll(now);
  }

  /** Returns whether every node is followed by the one before it, which closes the ring. */
  private boolean everybodyIsFollowed(List<NodeState> states) {
    for (int i = 0; i < nodes.size(); i++) {
      if (!states.get((i + 1) % nodes.size()).isFollowedBy(nodes.get(i).key())) {
        return false;
      }
    }
    return true;
  }

  private boolean isWritten(String title) {
    return nodes.stream()
        .flatMap(node -> node.profile().texts().stream())
        .anyMatch(text -> text.title().equals(title));
  }

  private static boolean hasArrived(Waiting waiting) {
    Optional<?> answered =
        new ReceivedTitles(waiting.writer().store()).resolve(waiting.reply().answered());
    return answered.isPresent();
  }

  private static void put(DemoNode node, Text text) {
    node.node().writeText(node.node().home().drafts().resolve(text.draft().file()), text.text());
  }
}

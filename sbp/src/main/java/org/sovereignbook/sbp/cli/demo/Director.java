package org.sovereignbook.sbp.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.author.ReceivedTitles;

/**
 * Leads from act to act and hands the drafts to the nodes. A piece reaches only those who follow
 * its author by then, so drafts handed in at once would be read by nobody.
 */
final class Director {

  /** A reply that waits for its act. */
  private record Waiting(DemoNode writer, Draft reply) {
    String answered() {
      return reply.inReplyTo().orElseThrow();
    }
  }

  private final List<DemoNode> nodes;
  private final DemoView view;
  private final List<Waiting> replies = new ArrayList<>();
  private Act act = Act.MEET;

  Director(List<DemoNode> nodes, DemoView view) {
    this.nodes = nodes;
    this.view = view;
    for (DemoNode writer : nodes) {
      for (Draft reply : writer.role().replies()) {
        if (isPlayed(reply.inReplyTo().orElseThrow())) {
          replies.add(new Waiting(writer, reply));
        }
      }
    }
    view.stage(act.text());
  }

  /**
   * Begins the next act when the last one has come to its end.
   *
   * @param settled whether the last round changed nothing
   * @return whether an act began, so that there is something to do
   */
  boolean lead(List<NodeState> states, boolean settled) {
    boolean quiet = states.stream().allMatch(NodeState::isQuiet);
    return switch (act) {
      case MEET -> (settled || everybodyIsFollowed(states)) && begin(Act.WRITE);
      case WRITE ->
          (settled || (quiet && states.stream().allMatch(state -> state.drafts() == 0)))
              && begin(Act.LOOK_AROUND);
      case LOOK_AROUND -> settled && begin(Act.ANSWER);
      case ANSWER ->
          (settled || (quiet && states.stream().allMatch(state -> state.drafts() == 0)))
              && begin(Act.REST);
      case REST -> false;
    };
  }

  /** The replies that were never handed in, since what they answer did not arrive. */
  List<String> unwritten() {
    return replies.stream()
        .map(
            waiting ->
                "%s's \"%s\" was not handed in: \"%s\" never reached it"
                    .formatted(
                        waiting.writer().name(), waiting.reply().title(), waiting.answered()))
        .toList();
  }

  private boolean begin(Act next) {
    act = next;
    view.stage(next.text());
    switch (next) {
      case WRITE -> nodes.forEach(node -> node.role().originals().forEach(d -> put(node, d)));
      case ANSWER -> handInReplies();
      case MEET, LOOK_AROUND, REST -> {}
    }
    nodes.forEach(node -> DemoConfig.setDue(node.node(), next.due()));
    return true;
  }

  private void handInReplies() {
    List<Waiting> now = replies.stream().filter(Director::hasArrived).toList();
    now.forEach(waiting -> put(waiting.writer(), waiting.reply()));
    replies.removeAll(now);
  }

  /** The ring is closed: every node is followed by the one before it. */
  private boolean everybodyIsFollowed(List<NodeState> states) {
    for (int i = 0; i < nodes.size(); i++) {
      if (!states.get((i + 1) % nodes.size()).isFollowedBy(nodes.get(i).key())) {
        return false;
      }
    }
    return true;
  }

  private boolean isPlayed(String title) {
    return nodes.stream()
        .flatMap(node -> node.role().drafts().stream())
        .anyMatch(draft -> draft.title().equals(title));
  }

  private static boolean hasArrived(Waiting waiting) {
    Optional<?> answered = new ReceivedTitles(waiting.writer().store()).resolve(waiting.answered());
    return answered.isPresent();
  }

  private static void put(DemoNode node, Draft draft) {
    node.node().writeText(node.node().home().drafts().resolve(draft.fileName()), draft.text());
  }
}

package org.sovereignbook.sbp.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.llm.ReceivedTitles;

/**
 * Hands the drafts to the nodes: first let them meet, then write, then answer. A piece reaches only
 * those who follow its author by then, so drafts handed in at once would be read by nobody.
 */
final class Director {

  /** A reply that waits for its moment. */
  private record Waiting(DemoNode writer, Draft reply, DemoNode answered) {}

  private final List<DemoNode> nodes;
  private final DemoView view;
  private final List<Waiting> replies = new ArrayList<>();
  private boolean met;

  Director(List<DemoNode> nodes, DemoView view) {
    this.nodes = nodes;
    this.view = view;
    for (DemoNode writer : nodes) {
      for (Draft reply : writer.role().replies()) {
        authorOf(reply.inReplyTo().orElseThrow())
            .ifPresent(answered -> replies.add(new Waiting(writer, reply, answered)));
      }
    }
  }

  /**
   * Hands in what the moment calls for.
   *
   * @param settled whether the last round changed nothing
   * @return whether any node has a new draft
   */
  boolean handIn(List<NodeState> states, boolean settled) {
    if (!met) {
      met = settled || everybodyIsFollowed(states);
      return met && handInOriginals();
    }
    List<Waiting> now =
        replies.stream().filter(waiting -> isTimeFor(waiting, states, settled)).toList();
    if (!now.isEmpty()) {
      view.stage("some of them answer what they have read");
      now.forEach(waiting -> put(waiting.writer(), waiting.reply()));
      replies.removeAll(now);
    }
    return !now.isEmpty();
  }

  /** The replies that were never handed in, since what they answer did not arrive. */
  List<String> unwritten() {
    return replies.stream()
        .map(
            waiting ->
                "%s's \"%s\" was not handed in: \"%s\" never reached %s"
                    .formatted(
                        waiting.writer().name(),
                        waiting.reply().title(),
                        waiting.reply().inReplyTo().orElse(""),
                        waiting.writer().name()))
        .toList();
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

  private boolean handInOriginals() {
    view.stage("they write: each publishes what it has to say");
    for (DemoNode node : nodes) {
      node.role().originals().forEach(draft -> put(node, draft));
    }
    return true;
  }

  private boolean isTimeFor(Waiting waiting, List<NodeState> states, boolean settled) {
    String title = waiting.reply().inReplyTo().orElseThrow();
    boolean arrived = new ReceivedTitles(waiting.writer().store()).resolve(title).isPresent();
    NodeState writer = states.get(nodes.indexOf(waiting.writer()));
    return arrived && (settled || writer.isFollowedBy(waiting.answered().key()));
  }

  private Optional<DemoNode> authorOf(String title) {
    return nodes.stream()
        .filter(node -> node.role().drafts().stream().anyMatch(d -> d.title().equals(title)))
        .findFirst();
  }

  private static void put(DemoNode node, Draft draft) {
    node.node().writeText(node.node().home().drafts().resolve(draft.fileName()), draft.text());
  }
}

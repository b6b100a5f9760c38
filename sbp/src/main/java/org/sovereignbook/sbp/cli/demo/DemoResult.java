package org.sovereignbook.sbp.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.Peer;

/**
 * How the demo ended.
 *
 * @param notes what is worth knowing and no fault
 */
public record DemoResult(
    List<Portrait> nodes, Audit audit, int rounds, List<String> problems, List<String> notes) {

  public DemoResult {
    nodes = List.copyOf(nodes);
    problems = List.copyOf(problems);
    notes = List.copyOf(notes);
  }

  /** Whether every envelope sent was accepted and processed, and nothing else went wrong. */
  public boolean isFlawless() {
    return problems.isEmpty();
  }

  /** What programs see of it. */
  record Shown(
      List<Portrait.Shown> nodes,
      Envelopes envelopes,
      int rounds,
      boolean flawless,
      List<String> problems,
      List<String> notes,
      Optional<LocalPath> keptIn) {
    private record Envelopes(int sent, int processed) {}
  }

  Shown shown(Optional<LocalPath> keptIn) {
    return new Shown(
        nodes.stream().map(Portrait::shown).toList(),
        new Shown.Envelopes(audit.sent(), audit.processed()),
        rounds,
        isFlawless(),
        problems,
        notes,
        keptIn);
  }

  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Portrait portrait : nodes) {
      lines.add("");
      lines.addAll(portrait(portrait));
    }
    lines.add("");
    notes.forEach(note -> lines.add("note: " + PeerText.plain(note)));
    lines.add(
        "%d envelopes were sent in %d rounds; %s"
            .formatted(
                audit.sent(),
                rounds,
                isFlawless()
                    ? "every one was accepted and processed"
                    : audit.processed() + " were accepted and processed"));
    problems.forEach(problem -> lines.add("problem: " + PeerText.plain(problem)));
    return lines;
  }

  private static List<String> portrait(Portrait portrait) {
    List<String> lines = new ArrayList<>();
    lines.add(portrait.node().name() + "  " + portrait.node().endpoint());
    lines.add("  knows      " + joined(portrait.peers().stream().map(DemoResult::known).toList()));
    lines.add("  follows    " + joined(portrait.follows()));
    lines.add("  followers  " + joined(portrait.followers()));
    lines.add("  endorsed   " + joined(portrait.endorsedPeers()));
    portrait
        .endorsedPieces()
        .forEach(work -> lines.add("             " + quoted(work) + " by " + work.author()));
    portrait.published().forEach(work -> lines.add("  published  " + quoted(work) + answers(work)));
    portrait
        .repliesReceived()
        .forEach(
            work ->
                lines.add("  got reply  " + quoted(work) + " by " + work.author() + answers(work)));
    return lines;
  }

  private static String known(Peer peer) {
    return PeerText.plain(peer.name()) + " (" + peer.trust() + ")";
  }

  private static String quoted(Portrait.Work work) {
    return PeerText.quote(work.title());
  }

  private static String answers(Portrait.Work work) {
    return work.answers().map(title -> ", answering " + PeerText.quote(title)).orElse("");
  }

  private static String joined(List<String> words) {
    return words.isEmpty() ? "nobody" : String.join(", ", words);
  }
}

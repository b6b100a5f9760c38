package org.sovereignbook.sbp.authority.ledger;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.MadeThings;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeThing;

/**
 * File beside the database that records how far each audit chain goes. Each commit adds a line: the
 * chain's end in the form of {@code sbp audit verify --heads}, and a code under a key that is
 * derived from the node's. So nobody with mere write access to the database can cut off the newest
 * rows, or write others, unnoticed. A line is written after its commit: a crash in between leaves
 * rows that the next line covers, and never a line without its row.
 */
record AuditSeal(Node node) {
  private static final String PURPOSE = "sbp-audit-end-v1:";

  /** Length of a code in characters; a shorter one was torn off by a crash. */
  private static final int CODE_CHARACTERS = 64;

  /**
   * Content of the file.
   *
   * @param ends rows that must exist, or have existed
   * @param forged the number of lines that this node has not written
   */
  record Ends(List<AuditEntry.Link> ends, int forged) {}

  Path file() {
    return node.home().auditEnds();
  }

  /**
   * Records committed ends. A failure must not make the committed change look undone; the next line
   * makes up for it.
   */
  void add(List<AuditEntry.Link> committed) {
    try {
      String text = text(committed);
      boolean isNew = !text.isEmpty() && !node.disk().exists(file());
      if (isNew) {
        // Detects a lost file before this call creates another.
        List<MadeThings.Loss> _ = node.made().look();
      }
      if (!text.isEmpty()) {
        node.disk().note(file(), text.getBytes(StandardCharsets.UTF_8));
      }
      if (isNew) {
        node.made().note(NodeThing.AUDIT_ENDS);
      }
    } catch (DiskException e) {
      // See above.
    }
  }

  /**
   * Shortens the file to the newest line of each chain, and the lines whose rows the database no
   * longer has.
   */
  void shorten(AuditAnchors anchors) {
    List<AuditEntry.Link> all = read().ends();
    List<AuditEntry.Link> kept = new ArrayList<>();
    for (AuditEntry.Link end : all) {
      boolean isNewest =
          all.stream().noneMatch(other -> other.isInChainOf(end) && other.number() > end.number());
      if (isNewest || !anchors.hold(end)) {
        kept.add(end);
      }
    }
    if (kept.size() < all.size()) {
      node.disk().writePrivate(file(), text(kept).getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * Writes the ends of all chains to a second file, in each tick that delivers and each
   * maintenance; an end that is missing in the database stays in it.
   */
  void sign(AuditAnchors anchors, List<AuditEntry.Link> heads) {
    List<AuditEntry.Link> kept = new ArrayList<>(heads);
    read(node.home().auditEndsSigned()).ends().stream()
        .filter(end -> !heads.contains(end) && !anchors.hold(end))
        .forEach(kept::add);
    byte[] text = text(kept).getBytes(StandardCharsets.UTF_8);
    if (text.length > 0) {
      node.disk().writePrivate(node.home().auditEndsSigned(), text);
    }
  }

  /** Starts the file with these ends, after the owner has accepted the loss of the earlier file. */
  void begin(List<AuditEntry.Link> heads) {
    String text = text(heads);
    if (node.disk().exists(file())) {
      String aside = file().getFileName() + ".before-" + node.now().inFileName();
      node.disk().move(file(), file().resolveSibling(aside));
    }
    if (!text.isEmpty()) {
      node.disk().writePrivate(file(), text.getBytes(StandardCharsets.UTF_8));
      node.disk()
          .writePrivate(node.home().auditEndsSigned(), text.getBytes(StandardCharsets.UTF_8));
      node.made().note(NodeThing.AUDIT_ENDS);
    }
  }

  /** Returns whether the node has lost the file, and the owner has not accepted that yet. */
  boolean isLost() {
    return node.made().losses().stream().anyMatch(loss -> loss.thing() == NodeThing.AUDIT_ENDS);
  }

  private String text(List<AuditEntry.Link> links) {
    StringBuilder text = new StringBuilder();
    for (AuditEntry.Link link : links) {
      String end = link.text();
      // Begins with a new line: the rest of a line that a crash has torn stays separate.
      node.code(PURPOSE, end)
          .ifPresent(code -> text.append('\n').append(end).append(' ').append(code));
    }
    return text.isEmpty() ? "" : text.append('\n').toString();
  }

  /** Reads the ends in both files. */
  Ends readAll() {
    Ends here = read();
    Ends signed = read(node.home().auditEndsSigned());
    Set<AuditEntry.Link> ends = new LinkedHashSet<>(here.ends());
    ends.addAll(signed.ends());
    return new Ends(List.copyOf(ends), here.forged() + signed.forged());
  }

  private Ends read() {
    return read(file());
  }

  private Ends read(Path from) {
    Set<AuditEntry.Link> ends = new LinkedHashSet<>();
    int forged = 0;
    Node.Codes codes = node.codes();
    for (String line : node.readText(from).orElse("").lines().toList()) {
      int space = line.indexOf(' ');
      Optional<AuditEntry.Link> link =
          line.length() - space - 1 == CODE_CHARACTERS && space > 0
              ? AuditEntry.Link.parse(line.substring(0, space))
              : Optional.empty();
      if (link.isPresent() && codes.isOurs(PURPOSE, link.get().text(), line.substring(space + 1))) {
        ends.add(link.get());
      } else if (link.isPresent()) {
        forged++;
      }
    }
    return new Ends(List.copyOf(ends), forged);
  }
}

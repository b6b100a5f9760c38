package org.sovereignbook.sbp.peer.author;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.FreeName;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Store;

/**
 * Step author-postprocess (IMPLEMENTATION §3.3): signs each raw piece in
 * operational/author-output/, queues it for delivery and archives it. One commit a run fixes time
 * and hash together with the removal of the raw file, so that no crash publishes a piece twice. An
 * invalid raw file moves to {@code author-output/rejected/} and does not delay the others.
 */
public record AuthorPostprocess(Node node, Store store) {
  public static final Step STEP =
      new Step(
          Component.AUTHOR,
          "author-post",
          "author-postprocess",
          "sign what the author wrote",
          "wraps and signs what the author wrote",
          Set.of(),
          List.of(AuthorPostprocess.class),
          AuthorResult.class,
          on -> new AuthorPostprocess(on.node(), on.store()).run());

  private static final String SUFFIX = ".json";

  /** Publishes everything that waits. */
  public AuthorResult run() {
    List<Path> raw =
        node.disk().files(node.home().authorOutput()).stream()
            .filter(file -> file.toString().endsWith(SUFFIX))
            .toList();
    if (raw.isEmpty()) {
      return new AuthorResult(List.of(), List.of());
    }
    KeyPair keys = node.keys();
    Timestamp now = node.now();
    ChangeSet changes = new ChangeSet();
    List<Publication> published = new ArrayList<>();
    List<String> rejected = new ArrayList<>();
    for (Path file : raw) {
      switch (piece(file).then(piece -> Publication.sign(piece, keys, now))) {
        case Checked.Valid<Publication>(Publication publication) -> {
          changes
              .addAll(publication.changes(store, now, Component.AUTHOR.name()))
              .add(new Change.RemoveFile(file));
          changes.emit(
              event("published", "published " + publication.logged(), now)
                  .about("content", publication.content().hash())
                  .in());
          published.add(publication);
        }
        case Checked.Rejected<Publication>(Rejection why) -> {
          changes.emit(rejected(file, why, now)).add(setAside(file));
          rejected.add(file.getFileName().toString());
        }
      }
    }
    if (!published.isEmpty()) {
      changes.emit(summary(published, now));
    }
    store.commit(changes);
    return new AuthorResult(
        published.stream()
            .map(Publication::content)
            .map(piece -> new AuthorResult.Published(piece.title(), piece.hash()))
            .toList(),
        rejected);
  }

  private Checked<Piece> piece(Path file) {
    try {
      return node.readJson(file)
          .map(Piece::parse)
          .orElseGet(() -> Checked.rejected(Code.MALFORMED_JSON, "the file is gone"));
    } catch (NodeException e) {
      return Checked.rejected(Code.MALFORMED_JSON, e.getMessage());
    }
  }

  /**
   * Returns the change that moves a file to a name in {@code rejected/} that replaces no earlier
   * one.
   */
  private Change setAside(Path file) {
    Path folder = node.home().authorOutput().resolve("rejected");
    Path free = FreeName.of(folder.resolve(file.getFileName()), node.disk()::exists);
    return new Change.MoveFile(file, free);
  }

  private static Event rejected(Path file, Rejection why, Timestamp now) {
    String name = PeerText.quote(file.getFileName().toString());
    String text =
        "raw piece %s moved to author-output/rejected: %s"
            .formatted(name, PeerText.plain(why.toString()));
    return event("rejected", text, now).about("file", file.getFileName()).asError();
  }

  private static Event summary(List<Publication> published, Timestamp now) {
    String text =
        published.stream()
            .map(Publication::logged)
            .collect(Collectors.joining(", ", "published ", ""));
    return event("summary", text, now).in(LogFile.SESSION);
  }

  private static Event event(String kind, String text, Timestamp now) {
    return Event.of(Component.AUTHOR.name(), kind, now, text);
  }
}

package org.sovereignbook.sbp.cli.talk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.EditCommand;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.frontend.screen.ItemFinder;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.author.Draft;
import org.sovereignbook.sbp.peer.author.Draft.DraftException;
import org.sovereignbook.sbp.peer.author.Piece;
import org.sovereignbook.sbp.peer.author.Publication;
import org.sovereignbook.sbp.peer.author.ReceivedTitles;
import org.sovereignbook.sbp.peer.feed.Feed;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code sbp post}: publishes a Markdown file now, without the author's pipeline (PROTOCOL §8). The
 * piece is signed, stored in content/created, and queued for every follower.
 */
@Command(description = "publish a Markdown file")
@Synonyms(
    value = "publish",
    options = "--title: the title is the first heading of the file, # TITLE")
@Prints(PostCommand.Published.class)
@Exit(code = ExitCode.NOTHING_TO_DO, means = "the same piece is published already")
@AgentAccess(data = DataAccess.NONE, dangerous = true)
public final class PostCommand extends EditCommand {
  /** Markdown with space for front matter; the limit of the piece itself is checked later. */
  private static final int MAX_FILE_BYTES = 262_144;

  @Parameters(
      paramLabel = "FILE",
      description =
          "Markdown, with front matter (title, tags, in_reply_to) if you like; - is stdin")
  String file = "";

  record Published(
      ContentHash hash,
      String title,
      Optional<ContentHash> inReplyTo,
      int followers,
      boolean changed) {}

  private String text = "";

  @Override
  protected void prepare(Session session, Node node) throws IOException {
    text = TextInput.read(session.world(), file, MAX_FILE_BYTES);
  }

  @Override
  protected ExitCode edit(Output output, Node node, Store store) {
    Publication publication = sign(node, store);
    Optional<Content> earlier = sameWords(store, publication.content());
    if (earlier.isEmpty()) {
      String said = "published " + publication.logged();
      store.commit(
          new ChangeSet()
              .addAll(publication.changes(store, node.now(), COMPONENT))
              .emit(
                  Event.of(COMPONENT, "published", node.now(), said)
                      .about("content", publication.content().hash())
                      .in(LogFile.SESSION, LogFile.OPS)));
    }
    Published published =
        published(earlier.orElse(publication.content()), store, earlier.isEmpty());
    output.line(published.hash().toString());
    output.json(published);
    noteWhoReadsIt(output, published);
    earlier.ifPresent(piece -> output.note("published already, at " + piece.createdAt()));
    return earlier.isPresent() ? ExitCode.NOTHING_TO_DO : ExitCode.DONE;
  }

  /**
   * Returns an earlier piece with the same text. Its time is part of the hash, so hashes differ.
   */
  private static Optional<Content> sameWords(Store store, Content piece) {
    ObjectStore objects = store.objects();
    return objects.hashes(ObjectStore.CONTENT_CREATED).stream()
        .flatMap(hash -> objects.find(ObjectStore.CONTENT_CREATED, hash).stream())
        .flatMap(json -> Content.parse(json).toOptional().stream())
        .filter(
            other ->
                other.title().equals(piece.title())
                    && other.body().equals(piece.body())
                    && other.tags().equals(piece.tags())
                    && other.inReplyTo().equals(piece.inReplyTo()))
        .findFirst();
  }

  private Publication sign(Node node, Store store) {
    String name =
        file.equals(TextInput.STANDARD_INPUT)
            ? "standard input"
            : Path.of(file).getFileName().toString();
    try {
      Draft draft = Draft.parse(name, text);
      Piece piece = draft.toPiece(answered(store, draft));
      return switch (Publication.sign(piece, node.keys(), node.now())) {
        case Checked.Valid<Publication>(Publication publication) -> publication;
        case Checked.Rejected<Publication>(Rejection why) ->
            throw CliException.wrong(name + ": " + why.message());
      };
    } catch (DraftException e) {
      throw CliException.wrong(e.getMessage());
    }
  }

  private static Optional<ContentHash> answered(Store store, Draft draft) {
    return draft
        .inReplyTo()
        .map(
            given ->
                new ReceivedTitles(store)
                    .resolve(given)
                    .orElseGet(
                        () ->
                            ItemFinder.find(
                                "piece for in_reply_to of " + draft.file(),
                                given,
                                new Feed(store).hashes(),
                                "sbp feed")));
  }

  private static Published published(Content content, Store store, boolean changed) {
    return new Published(
        content.hash(),
        content.title(),
        content.inReplyTo(),
        store.peers().count(Peer::subscriber),
        changed);
  }

  /** Prints the readers on standard error; standard output holds only the hash, for scripts. */
  private static void noteWhoReadsIt(Output output, Published piece) {
    if (piece.followers() == 0) {
      output.note(
          "nobody follows this node yet, so nobody will be sent this piece; become known:  sbp"
              + " follow URL");
    } else if (piece.changed()) {
      String readers = Wording.counted(piece.followers(), "follower");
      output.note("queued for " + readers + "; " + Outgoing.NEXT_DELIVERY);
    }
  }
}

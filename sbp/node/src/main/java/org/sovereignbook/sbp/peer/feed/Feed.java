package org.sovereignbook.sbp.peer.feed;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Store;

/**
 * The pieces that this node has received and published, newest first, but for those of authors that
 * are blocked. Goes by an index, and reads only the pieces that are asked for; one that is damaged
 * is passed over. Belongs to one thread, as its store does.
 */
public final class Feed {
  private static final List<Keyed> KINDS =
      List.of(ObjectStore.CONTENT_CREATED, ObjectStore.CONTENT_RECEIVED);

  private final Store store;
  private final ObjectStore objects;
  private final People people;

  /** Endorsements of and answers to each piece; read on first use. */
  private final Map<Keyed, Map<String, List<ContentHash>>> indexes = new HashMap<>();

  private Optional<Map<ContentHash, List<ContentHash>>> ownAnswers = Optional.empty();

  record Stored(Timestamp at, Content content) {}

  private record DatedPiece(Timestamp at, Keyed kind, ContentHash hash) {}

  public Feed(Store store) {
    this.store = store;
    this.objects = store.objects();
    this.people = new People(store);
  }

  /** Returns all pieces, newest first; each is read when the stream reaches it. */
  public Stream<FeedPiece> newestFirst() {
    return stored(KINDS).map(this::described);
  }

  /** Returns the pieces of this node. */
  public Stream<FeedPiece> published() {
    return stored(List.of(ObjectStore.CONTENT_CREATED)).map(this::described);
  }

  /** Returns the hashes of all pieces. */
  public List<ContentHash> hashes() {
    return KINDS.stream().flatMap(kind -> objects.hashes(kind).stream()).distinct().toList();
  }

  /** Finds a piece by any author; empty when it is not stored here. */
  public Optional<FeedPiece> find(ContentHash hash) {
    return KINDS.stream()
        .flatMap(
            kind ->
                content(kind, hash)
                    .map(
                        content ->
                            new Stored(
                                at(new ObjectStore.Dated(content.createdAt(), hash), kind),
                                content))
                    .stream())
        .findFirst()
        .map(this::described);
  }

  /** Returns the pieces that answer a piece: received ones, and those of this node. */
  List<ContentHash> answersTo(FeedPiece piece) {
    Map<ContentHash, List<ContentHash>> own = ownAnswers.orElseGet(this::readOwnAnswers);
    ownAnswers = Optional.of(own);
    return Stream.concat(
            piece.answers().stream(), own.getOrDefault(piece.hash(), List.of()).stream())
        .distinct()
        .toList();
  }

  /** Reads this node's pieces: the index has received answers only. */
  private Map<ContentHash, List<ContentHash>> readOwnAnswers() {
    Map<ContentHash, List<ContentHash>> answers = new HashMap<>();
    stored(List.of(ObjectStore.CONTENT_CREATED))
        .map(Stored::content)
        .forEach(
            content ->
                content
                    .inReplyTo()
                    .ifPresent(
                        parent ->
                            answers
                                .computeIfAbsent(parent, _ -> new ArrayList<>())
                                .add(content.hash())));
    return answers;
  }

  Stream<Stored> stored() {
    return stored(KINDS);
  }

  FeedPiece described(Stored stored) {
    Content content = stored.content();
    return new FeedPiece(
        content.hash(),
        content.title(),
        people.of(content.authorKey()),
        stored.at(),
        content.tags(),
        content.inReplyTo(),
        objects.endorsements(children(ObjectStore.ENDORSED, content.hash())).stream()
            .map(
                one ->
                    new FeedPiece.Praise(people.of(one.endorserKey()), one.note(), one.createdAt()))
            .sorted(Comparator.comparing(praise -> !praise.by().own()))
            .toList(),
        children(ObjectStore.REPLIES, content.hash()),
        content.body());
  }

  private List<ContentHash> children(Keyed index, ContentHash parent) {
    return indexes
        .computeIfAbsent(index, objects::byParent)
        .getOrDefault(parent.toString(), List.of());
  }

  private Stream<Stored> stored(List<Keyed> kinds) {
    Set<ContentHash> met = new HashSet<>();
    return kinds.stream()
        .flatMap(kind -> objects.newestFirst(kind).stream().map(one -> entry(one, kind)))
        .filter(entry -> met.add(entry.hash()))
        .sorted(Comparator.comparing(DatedPiece::at).reversed())
        .flatMap(
            entry ->
                content(entry.kind(), entry.hash())
                    .filter(content -> !people.isBlocked(content.authorKey()))
                    .map(content -> new Stored(entry.at(), content))
                    .stream());
  }

  private DatedPiece entry(ObjectStore.Dated dated, Keyed kind) {
    return new DatedPiece(at(dated, kind), kind, dated.hash());
  }

  /** Returns the time of a piece, never in the future, which would keep it on top for ever. */
  private Timestamp at(ObjectStore.Dated dated, Keyed kind) {
    Timestamp now = store.node().now();
    return dated.createdAt().isAfter(now)
        ? store.changedAt(kind, dated.hash().toString()).map(Timestamp::new).orElse(now)
        : dated.createdAt();
  }

  private Optional<Content> content(Keyed kind, ContentHash hash) {
    try {
      return objects.find(kind, hash).flatMap(json -> Content.parse(json).toOptional());
    } catch (NodeException e) {
      return Optional.empty();
    }
  }
}

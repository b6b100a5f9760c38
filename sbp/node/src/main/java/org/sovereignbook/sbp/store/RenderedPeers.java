package org.sovereignbook.sbp.store;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.FreeName;
import org.sovereignbook.sbp.node.Node;

/**
 * {@code peers.md} as the rendering of a document that a store keeps elsewhere. {@code
 * operational/peers-rendered.json} contains the last rendering, so that a person's later changes of
 * the file can be recognized. A missing file was not edited. Not thread-safe.
 *
 * <p>A store uses it so: to read, {@code takeIn(stored)}; to change, it stores {@code
 * takeIn(stored).apply(changes)} in its transaction; to refresh, it stores the result of {@code
 * takeIn(stored)} if it differs, and then {@link #render}s it. All of it may be interrupted
 * anywhere: taking the same edits in twice changes nothing more.
 */
public final class RenderedPeers {
  private static final String RENDERED = "rendered";

  private final Node node;
  private final Path file;
  private final Path memory;
  private Optional<String> taken = Optional.empty();

  public RenderedPeers(Node node) {
    this.node = node;
    this.file = node.home().peers();
    this.memory = node.home().operational().resolve("peers-rendered.json");
  }

  /** Returns the document with people's changes to the file since it was rendered. */
  public PeersDocument takeIn(PeersDocument stored) {
    Optional<String> text = node.readText(file);
    List<String> rendered = rendered();
    taken = text;
    if (text.isEmpty() || rendered.isEmpty() || rendered.contains(text.get())) {
      return stored;
    }
    return PeersMerge.merge(
        PeersDocument.parse(rendered.getLast()), PeersDocument.parse(text.get()), stored);
  }

  /**
   * Writes the file, unless it was edited after {@link #takeIn} read it: then the next call will.
   * Only for a stored document that {@link #takeIn} has returned.
   */
  public void render(PeersDocument document) {
    String text = document.render();
    Optional<String> before = node.readText(file);
    List<String> rendered = rendered();
    if (!before.equals(taken)
        || (before.equals(Optional.of(text)) && rendered.equals(List.of(text)))) {
      return;
    }
    if (rendered.isEmpty()) {
      before.filter(old -> !isWorthless(old, text)).ifPresent(this::setAside);
    }
    // After a crash the file may contain either text; neither must look like an edit.
    before.ifPresent(old -> remember(List.of(text, old)));
    node.writeText(file, text);
    remember(List.of(text));
  }

  /** Forgets the last rendering, for a node whose {@code peers.md} is no rendering any more. */
  public void forget() {
    node.disk().delete(memory);
  }

  /** Saves a copy of a file that was not rendered here and may contain unseen text. */
  private void setAside(String text) {
    Path aside =
        node.home().runtime().resolve("peers-set-aside-" + node.now().inFileName() + ".md");
    node.writeText(FreeName.of(aside, node.disk()::exists), text);
  }

  private static boolean isWorthless(String old, String text) {
    return old.isBlank() || old.equals(PeersDocument.header()) || old.equals(text);
  }

  private List<String> rendered() {
    return node.readIntactJson(memory)
        .flatMap(json -> json.array(RENDERED))
        .flatMap(JsonArray::strings)
        .orElse(List.of());
  }

  private void remember(List<String> texts) {
    node.writeJson(memory, JsonObject.builder().put(RENDERED, JsonArray.ofStrings(texts)).build());
  }
}

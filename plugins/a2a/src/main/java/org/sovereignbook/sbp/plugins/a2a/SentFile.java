package org.sovereignbook.sbp.plugins.a2a;

import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.PeerText;

/**
 * File that a client has sent in a message.
 *
 * @param name as the client calls it; empty when it does not
 * @param mediaType as the client says
 * @param base64 its bytes
 * @param bytes how many
 * @param sha256 their hash, by which it is found again
 */
record SentFile(String name, String mediaType, String base64, long bytes, String sha256) {

  /** A stored file. */
  record StoredFile(
      String task,
      String sha256,
      String client,
      String agent,
      String name,
      String mediaType,
      long bytes,
      String contentId) {
    static final Rows<StoredFile> ROWS = new Rows<>("a2a_file", StoredFile.class);
  }

  /**
   * Checks a part that has bytes.
   *
   * @throws A2aException when they are not in base64
   */
  static SentFile of(JsonObject part) {
    try {
      String raw = part.string("raw").orElse("").replace('-', '+').replace('_', '/');
      byte[] bytes = Base64.getDecoder().decode(raw);
      return new SentFile(
          word(part, "filename", 200),
          word(part, "mediaType", 100),
          Base64.getEncoder().encodeToString(bytes),
          bytes.length,
          ContentHash.ofBytes(bytes).hex());
    } catch (IllegalArgumentException e) {
      throw A2aError.INVALID_PARAMS.because("message.parts: raw is not in base64");
    }
  }

  private static String word(JsonObject part, String name, int most) {
    String word = part.string(name).orElse("");
    if (word.length() > most) {
      throw A2aError.INVALID_PARAMS.because(
          "message.parts: " + name + " has more than " + most + " characters");
    }
    return word;
  }

  /** Returns what the agent reads in place of the bytes. */
  String line() {
    return "[file %s, %s, %d bytes; read it:  sbp task file %s]"
        .formatted(
            PeerText.quote(name),
            mediaType.isEmpty() ? "?" : PeerText.quote(mediaType),
            bytes,
            sha256);
  }

  /** Returns the part that is stored with the message. */
  JsonObject part() {
    return JsonObject.builder()
        .put("filename", name)
        .put("mediaType", mediaType)
        .put("data", JsonObject.empty().with("sha256", sha256).with("bytes", bytes))
        .build();
  }

  /** Stores it with a task, which is the client's. */
  void keep(Transaction tx, A2aCall call, String task) {
    boolean isKept =
        StoredFile.ROWS.first(tx, "WHERE task = ? AND sha256 = ?", task, sha256).isPresent();
    if (!isKept) {
      String content = tx.keep(new Subject("a2a_task", task), "file", base64);
      StoredFile.ROWS.insert(
          tx,
          new StoredFile(
              task,
              sha256,
              call.client().key(),
              call.agent().agent().id().hex(),
              name,
              mediaType,
              bytes,
              content));
    }
  }

  /** Returns how many bytes of files of a client are kept. */
  static long kept(Transaction tx, A2aClient client) {
    return tx.number("SELECT COALESCE(SUM(bytes), 0) FROM a2a_file WHERE client = ?", client.key());
  }

  /**
   * Returns the one stored file whose hash begins so, of those that were sent to one agent; empty
   * when there is none, or more than one.
   */
  static Optional<StoredFile> find(Transaction tx, String sha256, Optional<String> agent) {
    List<StoredFile> found =
        StoredFile.ROWS
            .list(tx, "WHERE substr(sha256, 1, ?) = ? ORDER BY task", sha256.length(), sha256)
            .stream()
            .filter(one -> agent.isEmpty() || agent.get().equals(one.agent()))
            .toList();
    boolean isOne = found.stream().map(StoredFile::sha256).distinct().count() == 1;
    return isOne ? Optional.of(found.getFirst()) : Optional.empty();
  }

  /** Removes the files of a task. */
  static void forget(Transaction tx, String task) {
    tx.texts("SELECT content_id FROM a2a_file WHERE task = ?", task).forEach(tx::forget);
    tx.update("DELETE FROM a2a_file WHERE task = ?", task);
  }
}

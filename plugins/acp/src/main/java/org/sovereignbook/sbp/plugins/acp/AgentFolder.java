package org.sovereignbook.sbp.plugins.acp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.chat.ToolServer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.FileWords;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.OwnerOnly;

/**
 * Folder in which an agent runs for one conversation, with the session that it can load again.
 * Folders that nobody has used for a month are deleted.
 *
 * @param isKept whether the conversation goes on; else closing deletes it
 * @param brief hashes of what the agent was told beside the messages: the session is of use only
 *     while they are the same
 */
record AgentFolder(Path root, boolean isKept, JsonObject brief) implements AutoCloseable {
  private static final Duration UNUSED = Duration.ofDays(30);
  private static final String SESSION = "session";
  private static final String ANSWER = "answer";
  private static final String BRIEF = "brief";
  private static final String FIRST = "first";
  private static final int MAX_FILE_BYTES = 65_536;
  private static final int NAME_BYTES = 16;

  /**
   * Session that an agent can load.
   *
   * @param further the messages that it has not seen
   */
  record Remembered(String session, List<ChatMessage> further) {}

  static AgentFolder of(ChatRequest request, List<String> command) throws LlmException {
    Path base = request.context().scratch().resolve("acp");
    String name = request.conversation();
    if (!name.isEmpty()) {
      // Nodes may share the folder of their runs.
      name =
          request
                  .server()
                  .map(ToolServer::environment)
                  .orElse(Map.of())
                  .getOrDefault(NodeHome.VARIABLE, "")
              + "\n"
              + name;
    } else {
      byte[] random = new byte[NAME_BYTES];
      request.context().random().nextBytes(random);
      name = HexFormat.of().formatHex(random);
    }
    try {
      OwnerOnly.makeFolder(base);
      removeUnused(base, request.context().clock().instant());
      AgentFolder folder =
          new AgentFolder(
              base.toRealPath().resolve(hash(name)),
              !request.conversation().isEmpty(),
              JsonObject.empty()
                  .with("command", JsonArray.ofStrings(command))
                  .with("system", hash(request.system())));
      OwnerOnly.makeFolder(folder.work());
      OwnerOnly.makeFolder(folder.temporary());
      return folder;
    } catch (IOException e) {
      throw new LlmException(
          LlmException.Kind.SETUP, "cannot write to " + base + ": " + FileWords.of(e), e);
    }
  }

  private static String hash(String text) {
    return ContentHash.ofBytes(text.getBytes(StandardCharsets.UTF_8)).hex();
  }

  private static void removeUnused(Path base, Instant now) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(base)) {
      for (Path entry : entries) {
        if (isUnused(entry, now)) {
          OwnerOnly.deleteTree(entry);
        }
      }
    }
  }

  private static boolean isUnused(Path entry, Instant now) {
    try {
      return Files.getLastModifiedTime(entry, LinkOption.NOFOLLOW_LINKS)
          .toInstant()
          .isBefore(now.minus(UNUSED));
    } catch (IOException e) {
      // Deleted meanwhile.
      return false;
    }
  }

  /** Returns the agent's working directory. */
  Path work() {
    return root.resolve("work");
  }

  Path temporary() {
    return root.resolve("tmp");
  }

  private Path file() {
    return root.resolve("session.json");
  }

  /**
   * Returns the session whose last answer is the last one of these messages, if the agent was told
   * the same beside them. What lies before the messages is new when it has changed.
   */
  Optional<Remembered> remembered(List<ChatMessage> messages) {
    int last = messages.size() - 1;
    while (last >= 0 && messages.get(last) instanceof ChatMessage.User) {
      last--;
    }
    if (last < 0 || !(messages.get(last) instanceof ChatMessage.Assistant(String text, var _))) {
      return Optional.empty();
    }
    JsonObject stored = stored();
    boolean isSame =
        stored.object(BRIEF).equals(Optional.of(brief))
            && stored.string(ANSWER).equals(Optional.of(hash(text)));
    if (!isSame) {
      return Optional.empty();
    }
    List<ChatMessage> further = new ArrayList<>(messages.subList(last + 1, messages.size()));
    if (!stored.string(FIRST).equals(Optional.of(first(messages)))) {
      further.addFirst(messages.getFirst());
    }
    return stored.string(SESSION).map(session -> new Remembered(session, List.copyOf(further)));
  }

  private static String first(List<ChatMessage> messages) {
    return hash(messages.getFirst().toString());
  }

  private JsonObject stored() {
    try {
      boolean isThere =
          isKept
              && Files.isRegularFile(file(), LinkOption.NOFOLLOW_LINKS)
              && Files.size(file()) <= MAX_FILE_BYTES;
      return isThere && JsonReader.file(Files.readAllBytes(file())) instanceof JsonObject json
          ? json
          : JsonObject.empty();
    } catch (IOException | MalformedJson e) {
      // Without it the agent is told the whole conversation.
      return JsonObject.empty();
    }
  }

  /** Stores the session that has answered. */
  void remember(String session, List<ChatMessage> messages, String answer) throws IOException {
    if (isKept) {
      JsonObject json =
          JsonObject.builder()
              .put(SESSION, session)
              .put(BRIEF, brief)
              .put(FIRST, first(messages))
              .put(ANSWER, hash(answer))
              .build();
      Files.write(file(), JsonWriter.bytes(json));
    }
  }

  @Override
  public void close() {
    OwnerOnly.deleteTree(isKept ? temporary() : root);
  }
}

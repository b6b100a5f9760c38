package org.sovereignbook.sbp.cli.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.EditedFile;
import org.sovereignbook.sbp.society.memory.Transcript;

/** Input that a coding CLI gives to its hooks: a JSON object on standard input. */
record SessionHookInput(JsonObject given) {
  static final SessionHookInput NONE = new SessionHookInput(JsonObject.empty());

  private static final int MAX_INPUT_BYTES = 4 << 20;
  private static final int MAX_TRANSCRIPT_BYTES = 4 << 20;
  private static final int MOST_TEXTS = 20;
  private static final String MEMORY_FOLDER = "memory";

  /** Reads standard input; empty input is an object without members. */
  static SessionHookInput read(World world) throws IOException {
    byte[] bytes = EditedFile.unmarked(world.in().readNBytes(MAX_INPUT_BYTES + 1));
    if (bytes.length > MAX_INPUT_BYTES) {
      throw CliException.wrong("the input is longer than " + MAX_INPUT_BYTES + " bytes");
    }
    if (bytes.length == 0) {
      return NONE;
    }
    try {
      if (JsonReader.file(bytes) instanceof JsonObject object) {
        return new SessionHookInput(object);
      }
    } catch (MalformedJson e) {
      throw CliException.wrong("the input is not JSON: " + e.getMessage());
    }
    throw CliException.wrong("the input is not a JSON object");
  }

  /** Returns the CLI's name of the moment; empty when no CLI calls. */
  Optional<String> event() {
    return given.string("hook_event_name");
  }

  /** Returns the CLI's id of the session. */
  Optional<String> session() {
    return given.string("session_id").filter(id -> !id.isBlank());
  }

  /** Returns the directory of the session, if it is absolute. */
  Optional<String> directory() {
    return given.string("cwd").filter(it -> it.indexOf('\0') < 0 && Path.of(it).isAbsolute());
  }

  /**
   * Returns the last texts of user and assistant: {@code texts} of the input, or of the end of the
   * transcript that it names.
   */
  List<String> lastTexts() throws IOException {
    Optional<List<String>> texts = given.array("texts").flatMap(JsonArray::strings);
    if (texts.isPresent()) {
      int all = texts.get().size();
      return texts.get().subList(Math.max(0, all - MOST_TEXTS), all);
    }
    Optional<Path> file =
        given.string("transcript_path").filter(it -> it.indexOf('\0') < 0).map(Path::of);
    if (file.filter(it -> it.isAbsolute() && Files.isRegularFile(it)).isEmpty()) {
      throw CliException.wrong("the input names no transcript_path that is a file");
    }
    return Transcript.lastTexts(end(file.get()), MOST_TEXTS);
  }

  private static byte[] end(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      int bytes = (int) Math.min(channel.size(), MAX_TRANSCRIPT_BYTES);
      ByteBuffer end = ByteBuffer.allocate(bytes);
      channel.position(channel.size() - bytes);
      while (end.hasRemaining() && channel.read(end) >= 0) {
        // Until the end of the file as it was.
      }
      return Arrays.copyOf(end.array(), end.position());
    }
  }

  /** Returns the text that a tool wrote into a file below a folder {@code memory}. */
  Optional<String> learned() {
    Optional<JsonObject> tool = given.object("tool_input");
    return tool.flatMap(it -> it.string("file_path"))
        .filter(SessionHookInput::isMemoryFile)
        .flatMap(_ -> tool)
        .flatMap(it -> it.string("content").or(() -> it.string("new_string")))
        .filter(text -> !text.isBlank());
  }

  private static boolean isMemoryFile(String file) {
    List<String> names = List.of(file.split("[/\\\\]", -1));
    return names.subList(0, names.size() - 1).contains(MEMORY_FOLDER);
  }
}

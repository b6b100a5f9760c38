package org.sovereignbook.sbp.plugin;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.json.MalformedJson;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * {@code plugins.json} of a plugin folder: which files were accepted, by the SHA-256 of their
 * bytes. Records that cannot be read accept nothing.
 *
 * @param problem why the file cannot be read, if it cannot
 */
record PluginRecords(List<Accepted> accepted, Optional<String> problem) {
  private static final String FILE = "plugins.json";
  private static final String PLUGINS = "plugins";

  /** One accepted file; while one replaces another, both are. */
  record Accepted(String file, String id, String version, ContentHash hash, String installed) {
    private JsonObject toJson() {
      return JsonObject.builder()
          .put("file", file)
          .put("id", id)
          .put("version", version)
          .put("sha256", hash.hex())
          .put("installed", installed)
          .build();
    }

    private static Stream<Accepted> read(JsonObject json) {
      try {
        ContentHash hash = new ContentHash(json.string("sha256").orElse(""));
        return Stream.of(
            new Accepted(
                json.string("file").orElse(""),
                json.string("id").orElse(""),
                json.string("version").orElse(""),
                hash,
                json.string("installed").orElse("")));
      } catch (IllegalArgumentException e) {
        return Stream.empty();
      }
    }
  }

  PluginRecords {
    accepted = List.copyOf(accepted);
  }

  static PluginRecords read(Disk disk, Path folder) {
    Path file = folder.resolve(FILE);
    try {
      JsonArray plugins = disk.read(file).map(PluginRecords::parse).orElseGet(() -> JsonArray.of());
      return new PluginRecords(
          plugins.objects().stream().flatMap(Accepted::read).toList(), Optional.empty());
    } catch (IllegalArgumentException e) {
      return new PluginRecords(
          List.of(), Optional.of(file + " is damaged (" + e.getMessage() + ")"));
    }
  }

  private static JsonArray parse(byte[] bytes) {
    try {
      if (JsonReader.file(bytes) instanceof JsonObject json) {
        return json.array(PLUGINS)
            .orElseThrow(() -> new IllegalArgumentException("it has no array " + PLUGINS));
      }
      throw new IllegalArgumentException("it is no JSON object");
    } catch (MalformedJson e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  void write(Disk disk, Path folder) {
    JsonObject json =
        JsonObject.builder()
            .put(PLUGINS, JsonArray.of(accepted.stream().map(Accepted::toJson).toList()))
            .build();
    disk.write(folder.resolve(FILE), JsonWriter.file(json).getBytes(StandardCharsets.UTF_8));
  }

  /** Whether a file of this name was ever accepted, whatever its bytes. */
  boolean knows(String file) {
    return accepted.stream().anyMatch(each -> each.file().equals(file));
  }

  PluginState judge(String file, ContentHash hash) {
    List<Accepted> known = accepted.stream().filter(each -> each.file().equals(file)).toList();
    if (known.isEmpty()) {
      return PluginState.UNKNOWN;
    }
    return known.stream().anyMatch(each -> each.hash().equals(hash))
        ? PluginState.OK
        : PluginState.changed(known.getLast().hash(), hash);
  }

  PluginRecords with(String file, PluginManifest manifest, ContentHash hash, Timestamp now) {
    List<Accepted> more = new ArrayList<>(accepted);
    more.add(new Accepted(file, manifest.id(), manifest.version(), hash, now.toString()));
    return new PluginRecords(more, problem);
  }

  PluginRecords without(String file) {
    return new PluginRecords(
        accepted.stream().filter(each -> !each.file().equals(file)).toList(), problem);
  }
}

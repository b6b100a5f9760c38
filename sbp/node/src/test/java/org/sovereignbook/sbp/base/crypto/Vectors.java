package org.sovereignbook.sbp.base.crypto;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;

/** The published and the shared test vectors, read from the class path. */
public final class Vectors {

  private Vectors() {}

  /** A whole vector file: {@code sbp1}, {@code ed25519-cctv} or {@code ed25519-speccheck}. */
  public static JsonObject file(String name) {
    String path = "/vectors/" + name + ".json";
    try (InputStream in = Vectors.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new AssertionError("no test resource " + path);
      }
      return (JsonObject) JsonReader.file(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (MalformedJson e) {
      throw new AssertionError(path, e);
    }
  }

  /** The objects in one member of a vector file. */
  public static List<JsonObject> list(String file, String member) {
    return file(file).array(member).orElseThrow().objects();
  }
}

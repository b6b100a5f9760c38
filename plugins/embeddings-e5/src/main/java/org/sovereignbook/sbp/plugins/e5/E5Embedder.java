package org.sovereignbook.sbp.plugins.e5;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.society.recall.Embedder;

/**
 * Embedder with e5-small-v2 (Wang and others, arXiv 2212.03533), quantised to 8 bits, on ONNX
 * Runtime. The model is loaded with the first text, once in a process, and computes in one thread.
 * Each text is computed by itself: in a batch, quantisation would make a vector depend on its
 * neighbours.
 */
public final class E5Embedder implements Embedder {
  private static final String UNLOADED = "the model e5-small-v2-q cannot be loaded on this machine";

  private static final int DIMENSION = 384;

  /**
   * In LoCoMo three quarters of the cited turns have it with their question; of six questions asked
   * in a conversation without an answer, one finds a turn with it.
   */
  private static final double RELATED = .8;

  private static final int MOST_TOKENS = 512;

  /** Model with its tokenizer, loaded with the class. */
  private record Model(OrtEnvironment environment, OrtSession session, WordPieces words) {
    static final Model LOADED = load();

    private static Model load() {
      try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
        options.setIntraOpNumThreads(1);
        options.setInterOpNumThreads(1);
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        return new Model(
            environment,
            environment.createSession(resource("e5-small-v2-q.onnx"), options),
            new WordPieces(resource("e5-small-v2-q-tokenizer.json")));
      } catch (OrtException | MalformedJson e) {
        throw new IllegalStateException(UNLOADED, e);
      }
    }

    private static byte[] resource(String name) {
      try (InputStream in =
          Objects.requireNonNull(E5Embedder.class.getResourceAsStream("/" + name), name)) {
        return in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public String name() {
    return "e5-small-v2";
  }

  @Override
  public String modelId() {
    return "e5-small-v2-q";
  }

  @Override
  public int dimension() {
    return DIMENSION;
  }

  @Override
  public double related() {
    return RELATED;
  }

  @Override
  public List<float[]> embed(Use use, List<String> texts) {
    String prefix =
        switch (use) {
          case PASSAGE -> "passage: ";
          case QUERY -> "query: ";
        };
    return texts.stream().map(text -> vector(prefix + text)).toList();
  }

  /** Returns the model; its first failure stays for the life of the process. */
  private static Model model() {
    try {
      return Model.LOADED;
    } catch (LinkageError e) {
      throw new IllegalStateException(UNLOADED, e);
    }
  }

  private static float[] vector(String text) {
    Model model = model();
    long[] ids = model.words().ids(text, MOST_TOKENS);
    long[] ones = new long[ids.length];
    Arrays.fill(ones, 1);
    try (OnnxTensor tokens = tensor(model, ids);
        OnnxTensor mask = tensor(model, ones);
        OnnxTensor types = tensor(model, new long[ids.length]);
        OrtSession.Result result =
            model
                .session()
                .run(
                    Map.of("input_ids", tokens, "attention_mask", mask, "token_type_ids", types))) {
      return mean(((float[][][]) result.get(0).getValue())[0]);
    } catch (OrtException e) {
      throw new IllegalStateException("the model e5-small-v2-q failed on a text", e);
    }
  }

  private static OnnxTensor tensor(Model model, long[] values) throws OrtException {
    return OnnxTensor.createTensor(model.environment(), new long[][] {values});
  }

  /** Returns the average of the tokens' vectors, scaled to the length 1. */
  private static float[] mean(float[][] tokens) {
    double[] sums = new double[DIMENSION];
    for (float[] token : tokens) {
      for (int i = 0; i < DIMENSION; i++) {
        sums[i] += token[i];
      }
    }
    double length = Math.sqrt(Arrays.stream(sums).map(sum -> sum * sum).sum());
    float[] mean = new float[DIMENSION];
    for (int i = 0; i < DIMENSION; i++) {
      mean[i] = (float) (sums[i] / length);
    }
    return mean;
  }
}

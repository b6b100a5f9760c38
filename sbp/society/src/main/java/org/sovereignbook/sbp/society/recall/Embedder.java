package org.sovereignbook.sbp.society.recall;

import java.util.List;
import org.pf4j.ExtensionPoint;

/**
 * A model that turns texts into vectors: the extension point for search by meaning. A plugin's
 * class has a public constructor without parameters, and may be called by several threads at once.
 */
public interface Embedder extends ExtensionPoint {

  /** Purpose of a text, which some models must know. */
  enum Use {
    PASSAGE,
    QUERY
  }

  /** Returns the name that {@code memory.embedder} refers to. */
  String name();

  /**
   * Returns the id of the model, at most 100 characters. It is stored with each vector; vectors of
   * another id are computed again.
   */
  String modelId();

  /** Returns the length of each vector, at most {@link RecallLimits#DIMENSIONS}. */
  int dimension();

  /**
   * Returns the cosine from which a passage is likely to answer a query although they share no
   * word.
   */
  double related();

  /**
   * Returns a vector of length 1 for each text. A vector depends on its own text only; a text that
   * is too long for the model is cut off.
   */
  List<float[]> embed(Use use, List<String> texts);
}

/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "overlay/theme.h"

#include <math.h>

/* Differences of colours as CIE 1976 counts them: 2.3 can just be seen side by side. */
#define LEAST_DISTANCE 20.0

/* Of brightness, as the Web's guidelines count them: for letters. */
#define LEAST_CONTRAST 4.5

typedef struct
{
  double v[3];
} Vector;

typedef struct
{
  double m[3][3];
} Matrix;

/* How people see who lack one kind of cone, in linear sRGB: Viénot, Brettel and Mollon 1999 for the
 * first two. For the third no single plane will do (Brettel, Viénot and Mollon 1997): there is one
 * for each side of a border. */
/* clang-format off */
static const Matrix normal = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
static const Matrix protanopia = { {
  { 0.11238, 0.88762, 0 }, { 0.11238, 0.88762, 0 }, { 0.00401, -0.00401, 1 } } };
static const Matrix deuteranopia = { {
  { 0.29275, 0.70725, 0 }, { 0.29275, 0.70725, 0 }, { -0.02234, 0.02234, 1 } } };
static const Matrix tritanopia[] = {
  { { { 1.01277, 0.13548, -0.14826 }, { -0.01243, 0.86812, 0.14431 }, { 0.07589, 0.80500, 0.11911 } } },
  { { { 0.93678, 0.18979, -0.12657 }, { 0.06154, 0.81526, 0.12320 }, { -0.37562, 1.12767, 0.24796 } } },
};
static const Vector tritan_border = { { 0.03901, -0.02788, -0.01113 } };
static const Matrix rgb_to_xyz = { {
  { 0.4124564, 0.3575761, 0.1804375 }, { 0.2126729, 0.7151522, 0.0721750 }, { 0.0193339, 0.1191920, 0.9503041 } } };
static const Vector white = { { 0.95047, 1, 1.08883 } };

static const struct { const char *name; const Matrix *first, *second; } visions[] = {
  { "normal",       &normal,        &normal },
  { "protanopia",   &protanopia,    &protanopia },
  { "deuteranopia", &deuteranopia,  &deuteranopia },
  { "tritanopia",   &tritanopia[0], &tritanopia[1] },
};
/* clang-format on */

static Vector
get_linear (guint32 rgb)
{
  Vector linear;

  for (guint i = 0; i < 3; i++)
    {
      double value = (rgb >> (16 - 8 * i) & 0xff) / 255.0;

      linear.v[i] = value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
    }
  return linear;
}

static double
multiply_rows (const double row[3], const Vector *vector)
{
  return row[0] * vector->v[0] + row[1] * vector->v[1] + row[2] * vector->v[2];
}

static Vector
multiply (const Matrix *matrix, const Vector *vector)
{
  Vector product;

  for (guint i = 0; i < 3; i++)
    product.v[i] = multiply_rows (matrix->m[i], vector);
  return product;
}

static double
get_lab_step (double t)
{
  return t > 216.0 / 24389 ? cbrt (t) : (24389.0 / 27 * t + 16) / 116;
}

static Vector
see (guint32 rgb, gsize vision)
{
  Vector        linear = get_linear (rgb);
  gboolean      is_first = multiply_rows (tritan_border.v, &linear) >= 0;
  const Matrix *matrix = is_first ? visions[vision].first : visions[vision].second;
  Vector        seen = multiply (matrix, &linear), xyz;
  double        f[3];

  for (guint i = 0; i < 3; i++)
    seen.v[i] = CLAMP (seen.v[i], 0, 1);
  xyz = multiply (&rgb_to_xyz, &seen);
  for (guint i = 0; i < 3; i++)
    f[i] = get_lab_step (xyz.v[i] / white.v[i]);
  return (Vector){ { 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2]) } };
}

static double
get_distance (guint32 a, guint32 b, gsize vision)
{
  Vector left = see (a, vision), right = see (b, vision);

  return sqrt (pow (left.v[0] - right.v[0], 2) + pow (left.v[1] - right.v[1], 2) +
               pow (left.v[2] - right.v[2], 2));
}

/* The measure itself: what is known of these colours. */
static void
test_measure (void)
{
  g_assert_cmpfloat_with_epsilon (get_distance (0x000000, 0xffffff, 0), 100, 0.1);
  /* a red and a green that are as one without the first or the second kind of cone */
  g_assert_cmpfloat (get_distance (0xb85c00, 0x798000, 0), >, 45);
  g_assert_cmpfloat (get_distance (0xb85c00, 0x798000, 2), <, 12);
}

/* An unproven place is of the colour of all elements; its line alone is another. */
static gboolean
is_alike (PelShade a, PelShade b)
{
  return a == PEL_SHADE_UNPROVEN && b == PEL_SHADE_ACCESSIBILITY;
}

static void
test_shades_distinct (void)
{
  for (gsize vision = 0; vision < G_N_ELEMENTS (visions); vision++)
    for (PelShade a = 0; a < PEL_N_SHADES; a++)
      for (PelShade b = 0; b < a; b++)
        {
          double distance = get_distance (pel_theme_get_style (a)->colour,
                                          pel_theme_get_style (b)->colour,
                                          vision);

          if (distance < LEAST_DISTANCE && !is_alike (a, b))
            g_test_fail_printf ("%s: %s and %s are %.1f apart",
                                visions[vision].name,
                                pel_shade_to_string (a),
                                pel_shade_to_string (b),
                                distance);
        }
}

/* Who sees no colours at all has the line. */
static void
test_lines_distinct (void)
{
  for (PelShade a = 0; a < PEL_N_SHADES; a++)
    for (PelShade b = 0; b < a; b++)
      {
        const PelShadeStyle *left = pel_theme_get_style (a), *right = pel_theme_get_style (b);

        if (left->width == right->width && left->dash == right->dash && left->gap == right->gap &&
            left->is_double == right->is_double)
          g_test_fail_printf ("%s has the line of %s",
                              pel_shade_to_string (a),
                              pel_shade_to_string (b));
      }
}

static double
get_luminance (guint32 rgb)
{
  Vector linear = get_linear (rgb);

  return multiply_rows (rgb_to_xyz.m[1], &linear);
}

static double
get_contrast (guint32 a, guint32 b)
{
  double left = get_luminance (a), right = get_luminance (b);

  return (MAX (left, right) + 0.05) / (MIN (left, right) + 0.05);
}

/* Of a line and its companion one is seen on any ground, and letters on a tag can be read. */
static void
test_companions_contrast (void)
{
  for (PelShade shade = 0; shade < PEL_N_SHADES; shade++)
    {
      const PelShadeStyle *style = pel_theme_get_style (shade);

      g_test_message ("%s", pel_shade_to_string (shade));
      g_assert_cmpfloat (get_contrast (style->colour, style->companion), >=, LEAST_CONTRAST);
      for (guint grey = 0; grey < 256; grey++)
        {
          guint32 ground = grey << 16 | grey << 8 | grey;

          g_assert_cmpfloat (MAX (get_contrast (style->colour, ground),
                                  get_contrast (style->companion, ground)),
                             >=,
                             2);
        }
    }
}

static void
test_plate_contrast (void)
{
  static const guint32 letters[] = { PEL_THEME_TEXT, PEL_THEME_DIM_TEXT };

  for (gsize i = 0; i < G_N_ELEMENTS (letters); i++)
    g_assert_cmpfloat (get_contrast (letters[i], PEL_THEME_PLATE), >=, 7);
  /* the edge, on ground as dark as the plate and as light as its letters */
  g_assert_cmpfloat (get_contrast (PEL_THEME_PLATE_EDGE, PEL_THEME_PLATE), >=, 3);
  g_assert_cmpfloat (get_contrast (PEL_THEME_PLATE_EDGE, 0xffffff), >=, 3);
}

static void
test_names (void)
{
  for (PelShade shade = 0; shade < PEL_N_SHADES; shade++)
    {
      PelShade back = PEL_N_SHADES;

      g_assert_true (pel_shade_from_string (pel_shade_to_string (shade), &back));
      g_assert_cmpint (back, ==, shade);
      g_assert_false (pel_shade_from_string ("mauve", &back));
      g_assert_cmpint (back, ==, shade);
    }
}

/* clang-format off */
static const struct { double scale; int line, thick; } line_cases[] = {
  { 1, 1, 3 }, { 1.25, 1, 4 }, { 1.5, 2, 5 }, { 1.75, 2, 5 }, { 2, 2, 6 }, { 3, 3, 9 },
  { 0.1, 1, 2 }, { NAN, 1, 3 }, { -4, 1, 2 }, { 1000, 8, 24 },
};
/* clang-format on */

static void
test_lines_scaled (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (line_cases); i++)
    {
      PelThemeSizes sizes = pel_theme_get_sizes (line_cases[i].scale);

      g_test_message ("scale %g", line_cases[i].scale);
      g_assert_cmpint (pel_theme_scale (&sizes, 1), ==, line_cases[i].line);
      g_assert_cmpint (pel_theme_scale (&sizes, 3), ==, line_cases[i].thick);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/theme/measure", test_measure);
  g_test_add_func ("/theme/shades/distinct", test_shades_distinct);
  g_test_add_func ("/theme/shades/names", test_names);
  g_test_add_func ("/theme/lines/distinct", test_lines_distinct);
  g_test_add_func ("/theme/lines/scaled", test_lines_scaled);
  g_test_add_func ("/theme/contrast/companions", test_companions_contrast);
  g_test_add_func ("/theme/contrast/plates", test_plate_contrast);
  return g_test_run ();
}

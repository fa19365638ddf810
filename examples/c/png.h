/* Writes a field of numbers from 0 to 1 as a picture, in about the least PNG that every viewer
 * reads: true colour, zlib blocks that are stored, not compressed. */
#ifndef FERRY_EXAMPLE_PNG_H
#define FERRY_EXAMPLE_PNG_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes under way to the file, with the checksum of the chunk that they belong to. */
typedef struct {
    FILE *file;
    uint32_t crc;
} png_sink;

static void png_bytes(png_sink *sink, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    fwrite(bytes, 1, n, sink->file);
    for (size_t i = 0; i < n; i++) {
        sink->crc ^= p[i];
        for (int bit = 0; bit < 8; bit++)
            sink->crc = sink->crc >> 1 ^ (sink->crc & 1 ? 0xedb88320u : 0);
    }
}

static void png_u32(png_sink *sink, uint32_t x)
{
    unsigned char b[4] = { (unsigned char) (x >> 24), (unsigned char) (x >> 16),
                           (unsigned char) (x >> 8), (unsigned char) x };
    png_bytes(sink, b, 4);
}

static void png_begin(png_sink *sink, const char *type, uint32_t length)
{
    png_u32(sink, length);
    sink->crc = 0xffffffffu;
    png_bytes(sink, type, 4);
}

static void png_end(png_sink *sink)
{
    png_u32(sink, sink->crc ^ 0xffffffffu);
}

/* From black through violet and orange to a light yellow. */
static void png_colour(double t, unsigned char *rgb)
{
    static const double stops[6][3] = { { 0.01, 0.01, 0.07 }, { 0.26, 0.04, 0.41 },
                                        { 0.58, 0.15, 0.40 }, { 0.87, 0.32, 0.23 },
                                        { 0.99, 0.65, 0.04 }, { 0.99, 1.00, 0.64 } };
    double x = (t < 0 ? 0 : t > 1 ? 1 : t) * 5;
    int i = x >= 5 ? 4 : (int) x;
    for (int k = 0; k < 3; k++)
        rgb[k] = (unsigned char) (255 * (stops[i][k] + (x - i) * (stops[i + 1][k] - stops[i][k])));
}

static void png_rows(png_sink *sink, const double *field, int width, int height)
{
    size_t row_bytes = (size_t) width * 3 + 1; /* a filter byte before each row */
    unsigned char *row = calloc(row_bytes, 1);
    uint32_t a = 1, b = 0; /* Adler-32 of all rows */
    for (int r = 0; row && r < height; r++) {
        unsigned length = (unsigned) row_bytes;
        unsigned char head[5] = { r == height - 1, (unsigned char) length,
                                  (unsigned char) (length >> 8), (unsigned char) ~length,
                                  (unsigned char) (~length >> 8) };
        for (int c = 0; c < width; c++) png_colour(field[(size_t) r * (size_t) width + (size_t) c], row + 1 + 3 * c);
        png_bytes(sink, head, 5);
        png_bytes(sink, row, row_bytes);
        for (size_t i = 0; i < row_bytes; i++) {
            a = (a + row[i]) % 65521;
            b = (b + a) % 65521;
        }
    }
    png_u32(sink, b << 16 | a);
    free(row);
}

/* 0 when the file is written; WIDTH at most 21,844, so that a row fits one stored block. */
static int write_png(const char *path, const double *field, int width, int height)
{
    static const unsigned char zlib[2] = { 0x78, 0x01 }, kind[5] = { 8, 2, 0, 0, 0 };
    png_sink sink = { fopen(path, "wb"), 0 };
    if (!sink.file) return -1;
    fwrite("\x89PNG\r\n\x1a\n", 1, 8, sink.file);
    png_begin(&sink, "IHDR", 13);
    png_u32(&sink, (uint32_t) width);
    png_u32(&sink, (uint32_t) height);
    png_bytes(&sink, kind, 5);
    png_end(&sink);
    png_begin(&sink, "IDAT", (uint32_t) (2 + (size_t) height * ((size_t) width * 3 + 6) + 4));
    png_bytes(&sink, zlib, 2);
    png_rows(&sink, field, width, height);
    png_end(&sink);
    png_begin(&sink, "IEND", 0);
    png_end(&sink);
    int failed = ferror(sink.file);
    return fclose(sink.file) || failed ? -1 : 0;
}

#endif

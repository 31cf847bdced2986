// Photo
